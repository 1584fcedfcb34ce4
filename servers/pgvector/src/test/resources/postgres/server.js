// PostgreSQL with pgvector on 127.0.0.1: node server.js PORT FOLDER
import { PGlite } from '@electric-sql/pglite'
import { pg_buffercache } from '@electric-sql/pglite/contrib/pg_buffercache'
import { vector } from '@electric-sql/pglite-pgvector'

// Node 18 has no such class, and the next module needs it.
globalThis.CustomEvent ??= class extends Event {
  constructor(type, options) {
    super(type)
    this.detail = options?.detail
  }
}
const { PGLiteSocketServer } = await import('@electric-sql/pglite-socket')

const [port, folder] = process.argv.slice(2)
const db = await PGlite.create(folder, { extensions: { vector, pg_buffercache } })
const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: Number(port), maxConnections: 10 })
await server.start()
console.log('ready')
