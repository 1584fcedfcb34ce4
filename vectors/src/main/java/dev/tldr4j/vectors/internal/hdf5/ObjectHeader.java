package dev.tldr4j.vectors.internal.hdf5;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** What is said of a group or a dataset: messages, each of a type, in one or several blocks. */
final class ObjectHeader {
    static final int SPACE = 1;
    static final int LINK_INFO = 2;
    static final int TYPE = 3;
    static final int LINK = 6;
    static final int EXTERNAL = 7;
    static final int LAYOUT = 8;
    static final int FILTERS = 11;
    static final int SYMBOLS = 17;
    private static final int CONTINUED = 16;

    private static final int SHARED = 2;
    /** The longest beginning of a header, before its first message. */
    private static final int BEGINNING = 40;

    private final Source source;
    private final Messages messages;
    private final Deque<Block> blocks = new ArrayDeque<>();
    private boolean old;
    /** How long a message's order of creation is, where it is kept. */
    private int orderBytes;

    /** Hears of each message; its content may be looked at until the next one comes. */
    interface Messages {
        void message(int type, Piece content) throws IOException;
    }

    private record Block(long address, long length) {}

    private ObjectHeader(Source source, Messages messages) {
        this.source = source;
        this.messages = messages;
    }

    static void read(Source source, long address, Messages messages) throws IOException {
        new ObjectHeader(source, messages).read(address);
    }

    private void read(long address) throws IOException {
        Piece begin = source.pieceUpTo(address, BEGINNING);
        old = !begin.startsWith("OHDR");
        if (old) {
            if (begin.u1() != 1) {
                throw Hdf5Exception.damaged("there is no header of an object where one should be");
            }
            begin.skip(7);
            long length = begin.u4();
            block(source.piece(address + 16, length));
        } else {
            int before = begin.left();
            begin.skip(4);
            if (begin.u1() != 2) {
                throw Hdf5Exception.damaged("a header of an unknown version");
            }
            int flags = begin.u1();
            begin.skip((flags & 0x20) != 0 ? 16 : 0).skip((flags & 0x10) != 0 ? 4 : 0);
            orderBytes = (flags & 4) != 0 ? 2 : 0;
            long length = begin.number(1 << (flags & 3));
            block(source.piece(address + before - begin.left(), length));
        }
        while (!blocks.isEmpty()) {
            Block next = blocks.remove();
            Piece block = source.piece(next.address, next.length);
            // a new one begins with a signature and ends with a checksum
            block(old ? block : block.signature("OCHK").part(block.left() - 4));
        }
    }

    private void block(Piece block) throws IOException {
        int head = old ? 8 : 4 + orderBytes;
        while (block.left() >= head) {
            int type = old ? block.u2() : block.u1();
            int size = block.u2();
            int flags = block.u1();
            block.skip(old ? 3 : orderBytes);
            Piece content = block.part(size);
            if (type == CONTINUED) {
                blocks.add(new Block(content.address(), content.length()));
            } else {
                messages.message(type, (flags & SHARED) != 0 && type == TYPE ? shared(content) : content);
            }
        }
    }

    /** A type that has a name is said once and for all, elsewhere. */
    private Piece shared(Piece reference) throws IOException {
        int version = reference.u1();
        int kind = reference.u1();
        reference.skip(version == 1 ? 6 : 0);
        if (version < 1 || version > 3 || version == 3 && kind != 2) {
            throw Hdf5Exception.unread("types shared in a heap");
        }
        Piece[] found = {null};
        ObjectHeader.read(source, reference.address(), (type, content) -> {
            if (type == TYPE) {
                found[0] = content;
            }
        });
        if (found[0] == null) {
            throw Hdf5Exception.damaged("a type is not where it should be");
        }
        return found[0];
    }
}
