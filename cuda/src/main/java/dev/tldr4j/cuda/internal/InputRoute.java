package dev.tldr4j.cuda.internal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.tldr4j.vectors.Vectors;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** How rows come to the card. The ways differ in time alone; a measurement on a card chooses among them. */
@SuppressWarnings("restricted") // calling a C function
enum InputRoute {
    /** Copied into pinned memory by Java; the way that takes rows of every kind. */
    COPIED {
        @Override
        Trip begin(Trip trip) {
            trip.vectors().read(trip.first(), trip.count(), floats(trip.pinned()));
            return trip.uploaded(trip.pinned());
        }
    },
    /** Copied by the C library, which writes around the caches. */
    COPIED_BY_C {
        @Override
        Trip begin(Trip trip) {
            try {
                MEMCPY.invoke(trip.pinned(), trip.inPlace(), trip.bytes());
            } catch (Throwable e) {
                throw new CudaException("memcpy failed: " + e, e);
            }
            return trip.uploaded(trip.pinned());
        }
    },
    /** Read from the file into pinned memory by the system; the rows are the end of the file. */
    READ {
        @Override
        Trip begin(Trip trip) throws IOException {
            Path file = Path.of(trip.vectors().name());
            long row = (long) trip.vectors().dims() * Float.BYTES;
            long at = Files.size(file) - (trip.vectors().rows() - trip.first()) * row;
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                ByteBuffer into = trip.pinned().asSlice(0, trip.bytes()).asByteBuffer();
                while (into.hasRemaining()) {
                    at += channel.read(into, at);
                }
            }
            return trip.uploaded(trip.pinned());
        }
    },
    /** From where they lie, in pages that are pinned for the time. The ends share their pages with other rows. */
    REGISTERED {
        @Override
        Trip begin(Trip trip) {
            MemorySegment rows = trip.inPlace();
            long head = Math.min(rows.byteSize(), -rows.address() & (PAGE - 1));
            long middle = (rows.byteSize() - head) / PAGE * PAGE;
            if (middle > 0) {
                MemorySegment pages = rows.asSlice(head, middle);
                trip.gpu().register(pages);
                trip = trip.registered(pages);
                trip.upload(pages, head);
            }
            trip.upload(rows.asSlice(0, head), 0);
            trip.upload(rows.asSlice(head + middle), head + middle);
            return trip;
        }

        @Override
        void end(Trip trip) {
            if (trip.registered() != null) {
                trip.gpu().unregister(trip.registered());
            }
        }
    },
    /** From where they lie; the driver copies them into pinned memory of its own. */
    PAGEABLE {
        @Override
        Trip begin(Trip trip) {
            return trip.uploaded(trip.inPlace());
        }
    },
    /** Whatever lies in pinned memory is copied to the card: for measurements, what there is beside reading. */
    NONE {
        @Override
        Trip begin(Trip trip) {
            return trip.uploaded(trip.pinned());
        }
    };

    private static final long PAGE = 4096;

    // void *memcpy(void *to, const void *from, size_t bytes)
    private static final MethodHandle MEMCPY = Linker.nativeLinker()
            .downcallHandle(
                    Linker.nativeLinker().defaultLookup().find("memcpy").orElseThrow(),
                    FunctionDescriptor.of(ADDRESS, ADDRESS, ADDRESS, JAVA_LONG));

    /**
     * Rows on their way.
     *
     * @param pinned memory that they may be copied into
     * @param registered pages that were pinned for them, or null
     */
    record Trip(
            Gpu gpu,
            Vectors vectors,
            int first,
            int count,
            MemorySegment pinned,
            Copies copies,
            long onCard,
            MemorySegment registered) {

        long bytes() {
            return (long) count * vectors.dims() * Float.BYTES;
        }

        /** Where they lie. */
        MemorySegment inPlace() {
            return MemorySegment.ofBuffer(vectors.inPlace(first, count).orElseThrow());
        }

        Trip registered(MemorySegment pages) {
            return new Trip(gpu, vectors, first, count, pinned, copies, onCard, pages);
        }

        void upload(MemorySegment from, long place) {
            if (from.byteSize() > 0) {
                copies.upload(onCard + place, from, from.byteSize());
            }
        }

        Trip uploaded(MemorySegment from) {
            upload(from.asSlice(0, bytes()), 0);
            return this;
        }
    }

    /** Starts it; the copies are asked for when it returns. */
    abstract Trip begin(Trip trip) throws IOException;

    /** After the copies are done. */
    void end(Trip trip) {}

    /** Whether it needs rows that can be read in place. */
    boolean inPlace() {
        return this == COPIED_BY_C || this == REGISTERED || this == PAGEABLE;
    }

    private static java.nio.FloatBuffer floats(MemorySegment memory) {
        return memory.asByteBuffer().order(ByteOrder.nativeOrder()).asFloatBuffer();
    }
}
