"""Makes the files of this folder: pip install pyarrow duckdb polars pandas h5py; python make.py

Row i, column j of every good file is i + j / 4 - 1; there are 5 rows of 3 unless the name says otherwise. Ids are
"doc-ä-i" or 100 + i. The files called java-… are of parquet-java, made by MakeLegacy.java beside this file.
"""
import os
import struct
import duckdb, h5py, numpy as np, pandas as pd, polars as pl, pyarrow as pa, pyarrow.parquet as pq

os.chdir(os.path.dirname(os.path.abspath(__file__)))

def rows(n=5, d=3):
    return np.arange(n)[:, None] + np.arange(d)[None, :] / 4 - 1

def texts(n=5):
    return [f"doc-ä-{i}" for i in range(n)]

def numbers(n=5):
    return [100 + i for i in range(n)]

def lists(kind, n=5, d=3):
    return pa.array(rows(n, d).tolist(), pa.list_(kind))

def arrow(name, columns, **options):
    pq.write_table(pa.table(columns), name + ".parquet", **options)

arrow("arrow-snappy", {"id": texts(), "vector": lists(pa.float32())})
arrow("arrow-zstd-double", {"id": pa.array(numbers(), pa.int64()), "vector": lists(pa.float64())}, compression="zstd")
arrow("arrow-gzip-fixed", {"id": pa.array(numbers(), pa.int32()),
      "vector": pa.FixedSizeListArray.from_arrays(pa.array(rows().ravel(), pa.float32()), 3)}, compression="gzip")
arrow("arrow-lz4-plain", {"id": texts(), "vector": lists(pa.float32())}, compression="lz4", use_dictionary=False)
arrow("arrow-none-large", {"id": pa.array(texts(), pa.large_string()),
      "vector": pa.array(rows().tolist(), pa.large_list(pa.float32()))}, compression="none")
arrow("arrow-v2-split", {"id": texts(), "vector": lists(pa.float32())}, compression="zstd", data_page_version="2.0",
      use_dictionary=False, use_byte_stream_split=["vector.list.element"], column_encoding={"id": "DELTA_BYTE_ARRAY"})
arrow("arrow-v2-delta", {"id": pa.array(numbers(), pa.uint32()), "vector": lists(pa.float32())}, compression="snappy",
      data_page_version="2.0", use_dictionary=False, column_encoding={"id": "DELTA_BINARY_PACKED"})
arrow("arrow-delta-length", {"id": texts(), "vector": lists(pa.float32())}, use_dictionary=False,
      column_encoding={"id": "DELTA_LENGTH_BYTE_ARRAY"})
arrow("arrow-half", {"id": texts(), "vector": pa.array(rows().astype("float16").tolist(), pa.list_(pa.float16()))})
arrow("arrow-required", {"id": texts(), "vector": pa.array(rows().tolist(),
      pa.list_(pa.field("element", pa.float32(), nullable=False)))})
arrow("arrow-struct", {"id": texts(), "doc": pa.array([{"title": "x", "vector": r} for r in rows().tolist()],
      pa.struct([("title", pa.string()), ("vector", pa.list_(pa.float32()))]))})
arrow("arrow-tokens", {"id": texts(), "tokens": pa.array([[1, 2]] * 5, pa.list_(pa.int32())), "vector": lists(pa.float32())})
arrow("arrow-many-groups-300-rows", {"id": texts(300), "vector": lists(pa.float32(), 300, 3)}, row_group_size=70,
      data_page_size=64, write_batch_size=16, compression="zstd")
arrow("arrow-constant-300-rows-of-200", {"vector": pa.array([[0.5] * 200] * 300, pa.list_(pa.float32()))})

pd.DataFrame({"id": texts(), "vector": list(rows())}).to_parquet("pandas.parquet")
pl.DataFrame({"id": texts(), "vector": rows().tolist()}, schema={"id": pl.String, "vector": pl.List(pl.Float32)}).write_parquet("polars-list.parquet")
pl.DataFrame({"id": numbers(), "vector": rows().tolist()}, schema={"id": pl.Int64, "vector": pl.Array(pl.Float32, 3)}).write_parquet("polars-array.parquet")

duck = duckdb.connect()
values = ", ".join(f"('{t}', {n}, {r})" for t, n, r in zip(texts(), numbers(), rows().tolist()))
duck.execute(f"create table t as select * from (values {values}) v(text, number, vector)")
duck.execute("copy (select text as id, vector::float[] as vector from t) to 'duckdb-list.parquet'")
duck.execute("copy (select number::bigint as id, vector::float[3] as vector from t) to 'duckdb-array-zstd.parquet' (compression zstd)")
duck.execute("copy (select text as id, vector::double[] as vector from t) to 'duckdb-v2-double.parquet' (parquet_version v2)")

arrow("bad-null-vector", {"vector": pa.array([[1.0, 2.0], None, [3.0, 4.0]], pa.list_(pa.float32()))})
arrow("bad-empty-vector", {"vector": pa.array([[1.0, 2.0], [3.0, 4.0], []], pa.list_(pa.float32()))})
arrow("bad-null-number", {"vector": pa.array([[1.0, 2.0], [3.0, None]], pa.list_(pa.float32()))})
arrow("bad-unequal", {"vector": pa.array([[1.0, 2.0], [3.0]], pa.list_(pa.float32()))})
arrow("bad-nan", {"vector": pa.array([[1.0, 2.0], [3.0, float("nan")]], pa.list_(pa.float32()))})
arrow("bad-no-rows", {"vector": pa.array([], pa.list_(pa.float32()))})
arrow("bad-two-lists", {"title": lists(pa.float32()), "body": lists(pa.float32())})
arrow("bad-no-list", {"id": texts(), "score": [1.0] * 5})
arrow("bad-null-id", {"id": ["a", None, "c"], "vector": lists(pa.float32(), 3)})
arrow("bad-date-id", {"id": pa.array([1, 2, 3], pa.date32()), "vector": lists(pa.float32(), 3)})
arrow("bad-brotli", {"vector": lists(pa.float32())}, compression="brotli")

with h5py.File("ann.hdf5", "w") as f:
    f["train"] = rows().astype("float32")
    f["test"] = rows(2).astype("float32")
    f["neighbors"] = np.array([[1, 2], [0, 3]], "int32")
    f["distances"] = np.array([[.5, .75], [.25, 1]], "float32")
with h5py.File("packed.hdf5", "w") as f:
    f.create_dataset("train", data=rows(), chunks=(2, 2), compression="gzip", shuffle=True)
with h5py.File("latest.h5", "w", libver=("earliest", "v110")) as f:
    f.create_dataset("a/b/vectors", data=rows().astype(">f8"))
    f["labels"] = np.arange(5)
with h5py.File("packed-bytes.h5", "w", libver=("earliest", "v110")) as f:
    f.create_dataset("vectors", data=np.arange(15, dtype="uint8").reshape(5, 3) * 17, chunks=(5, 3), compression="lzf")
with h5py.File("two.h5", "w") as f:
    f["one"] = rows().astype("float32")
    f["two"] = rows().astype("float16")
with h5py.File("texts.h5", "w") as f:
    f["names"] = texts()

def member(f, i):
    f[f"a/member {i}"] = np.arange(2)

# every way in which a dataset and the members of its group are kept
with h5py.File("old-many-members.h5", "w", userblock_size=512) as f:
    for i in range(12): member(f, i)
    f["a"].create_dataset("vectors", data=rows().astype("float32"), chunks=(2, 2), maxshape=(None, 3))
    f["a/vectors"].resize((6, 3))
    f["a/vectors"].resize((5, 3))
with h5py.File("new-many-members.h5", "w", libver=("earliest", "v110"), track_order=True) as f:
    for i in range(12): member(f, i)
    f["a"].create_dataset("vectors", data=rows(), chunks=(1, 2))
with h5py.File("new-grows.h5", "w", libver=("earliest", "v110")) as f:
    f.create_dataset("vectors", data=rows(300).astype("float32"), chunks=(2, 3), maxshape=(None, 3), compression="gzip",
                     shuffle=True, fletcher32=True)
with h5py.File("new-grows-both-ways.h5", "w", libver=("earliest", "v110")) as f:
    f.create_dataset("vectors", data=rows().astype(">f4"), chunks=(2, 2), maxshape=(None, None))
    f.create_dataset("packed", data=rows().astype("float32"), chunks=(2, 2), maxshape=(None, None), compression="lzf")
with h5py.File("new-one-chunk.h5", "w", libver=("earliest", "v110")) as f:
    f.create_dataset("vectors", data=rows().astype("float16"), chunks=(5, 3))
with h5py.File("narrow.h5", "w") as f:
    f["i2"] = np.array([[-2, 3], [4, -5]], ">i2")
    f["u2"] = np.array([[2, 60000]], "uint16")
    f["u4"] = np.array([[2, 4000000000]], "uint32")
    f["u8"] = np.array([[2, 3]], "uint64")
with h5py.File("unwritten.h5", "w") as f:
    f.create_dataset("nothing", (5, 3), "float32")
    f.create_dataset("half", (5, 3), "float32", chunks=(2, 3))[:2] = 1
with h5py.File("loop.h5", "w") as f:
    for i in range(8): f[f"link{i}"] = f["/"]
    f["there"] = h5py.SoftLink("/nowhere")
    f["elsewhere"] = h5py.ExternalLink("other.h5", "/x")
    f["vectors"] = rows().astype("float32")

low = lambda file, name, create, kind=h5py.h5t.IEEE_F32LE: h5py.h5d.create(
    file.id, name, kind, h5py.h5s.create_simple((5, 3)), create)
with h5py.File("compact-named-type.h5", "w") as f:
    create = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    create.set_layout(h5py.h5d.COMPACT)
    f["type"] = np.dtype("<f4")
    low(f, b"vectors", create, f["type"].id).write(h5py.h5s.ALL, h5py.h5s.ALL, rows().astype("float32"))
with h5py.File("new-in-order.h5", "w", libver=("earliest", "v110")) as f:
    create = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    create.set_chunk((2, 2))
    create.set_alloc_time(h5py.h5d.ALLOC_TIME_EARLY)
    low(f, b"vectors", create).write(h5py.h5s.ALL, h5py.h5s.ALL, rows().astype("float32"))
with h5py.File("lz4.h5", "w") as f:
    create = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    create.set_chunk((5, 3))
    create.set_filter(32004, h5py.h5z.FLAG_OPTIONAL, (0,))
    raw = rows().astype("<f4").tobytes()
    packed = bytes([0xF0, 28 - 15]) + raw[32:]  # LZ4 of literals alone
    low(f, b"vectors", create).write_direct_chunk((0, 0), struct.pack(">QI", len(raw), 32)
        + struct.pack(">I", 32) + raw[:32] + struct.pack(">I", len(packed)) + packed)
