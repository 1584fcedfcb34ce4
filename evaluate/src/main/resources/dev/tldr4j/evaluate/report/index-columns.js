'use strict';
// The columns of the table of indexes.

const columns = [
  {name: 'vectors', value: row => row.name, text: true},
  {name: 'kept', value: row => share(row, data.main), show: row => percent(share(row, data.main))},
  {name: 'quantized', value: row => row.storage, text: true},
  {name: 'candidates', value: row => row.candidates},
  {name: 're-ranked', value: row => row.reranked, text: true},
  {name: 'bytes', value: row => row.bytes, show: row => count(row.bytes)},
  {name: 'codes', value: row => row.codes, show: row => count(row.codes)},
  {name: 'corrections', value: row => row.corrections, show: row => count(row.corrections)},
  {name: 'graph', value: row => row.graph, show: row => count(row.graph)},
  {name: 'disk', value: row => row.disk, show: row => count(row.disk)},
  ...data.measures.map(measure => ({name: measure, value: row => row.mean[measure], show: row => quality(row.mean[measure])})),
  {name: 'p50', value: row => row.p50, show: row => duration(row.p50 / 1e6)},
  {name: '× full', value: row => row.timesFull, show: row => row.timesFull.toFixed(2)},
  {name: 'p99', value: row => row.p99Micros, show: row => duration(row.p99Micros / 1e6)},
  {name: 'queries/s', value: row => row.queriesPerSecond, show: row => count(row.queriesPerSecond)},
  {name: 'visited', value: row => row.visited, show: row => count(row.visited)},
  {name: 'segments', value: row => row.segments},
  {name: 'indexing', value: row => row.indexSeconds, show: row => duration(row.indexSeconds)},
  {name: 'merge', value: row => row.mergeSeconds, show: row => duration(row.mergeSeconds)},
];

/** Nothing is marked. */
function isMarked() { return false; }
