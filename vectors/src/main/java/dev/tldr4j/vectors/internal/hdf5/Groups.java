package dev.tldr4j.vectors.internal.hdf5;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Finds all datasets by their paths. Each group is entered once, wherever links lead; those that are not of objects in
 * this file are left out.
 */
final class Groups {
    private static final int MAX_DEPTH = 8;
    private static final int MAX_OBJECTS = 10_000;
    /** A symbol's link is one to a path. */
    private static final long SOFT = 2;

    private final Source source;
    private final Set<Long> visited = new HashSet<>();
    private final Map<String, Dataset> datasets = new LinkedHashMap<>();
    private final Deque<Place> toVisit = new ArrayDeque<>();
    private int objects;

    private record Place(String path, long address, int depth) {}

    private Groups(Source source) {
        this.source = source;
    }

    static Map<String, Dataset> datasets(Source source, long root) throws IOException {
        Groups groups = new Groups(source);
        groups.toVisit.push(new Place("", root, 0));
        while (!groups.toVisit.isEmpty()) {
            groups.visit(groups.toVisit.pop());
        }
        return groups.datasets;
    }

    private void visit(Place place) throws IOException {
        Dataset.Builder dataset = new Dataset.Builder();
        boolean[] isGroup = {place.depth == 0};
        if (visited.contains(place.address)) {
            return;
        }
        Map<String, Long> links = new LinkedHashMap<>();
        ObjectHeader.read(source, place.address, (type, content) -> {
            switch (type) {
                case ObjectHeader.SYMBOLS -> {
                    isGroup[0] = true;
                    symbols(content.address(), content.address(), links);
                }
                case ObjectHeader.LINK -> {
                    isGroup[0] = true;
                    link(content, links);
                }
                case ObjectHeader.LINK_INFO -> {
                    isGroup[0] = true;
                    linksElsewhere(content, links);
                }
                default -> dataset.message(type, content);
            }
        });
        if (isGroup[0]) {
            visited.add(place.address);
            links.forEach((name, address) -> {
                if (place.depth < MAX_DEPTH) {
                    toVisit.add(
                            new Place((place.path.isEmpty() ? "" : place.path + "/") + name, address, place.depth + 1));
                }
            });
        } else if (dataset.isComplete()) {
            datasets.put(place.path, dataset.build(source));
        }
    }

    private void add(Map<String, Long> links, String name, long address) {
        if (++objects > MAX_OBJECTS) {
            throw new Hdf5Exception("has more than " + MAX_OBJECTS + " datasets and groups, which are not read");
        }
        links.put(name, address);
    }

    private void link(Piece in, Map<String, Long> links) {
        int version = in.u1();
        int flags = in.u1();
        int kind = (flags & 8) != 0 ? in.u1() : 0;
        in.skip((flags & 4) != 0 ? 8 : 0).skip((flags & 0x10) != 0 ? 1 : 0);
        String name = in.name(in.number(1 << (flags & 3)));
        if (version != 1) {
            throw Hdf5Exception.damaged("a link of an unknown version");
        }
        if (kind == 0) {
            add(links, name, in.address());
        }
    }

    /** Of a group with many members, or whose members keep their order. */
    private void linksElsewhere(Piece in, Map<String, Long> links) throws IOException {
        in.skip(1);
        boolean ordered = (in.u1() & 1) != 0;
        long heapAddress = in.skip(ordered ? 8 : 0).address();
        long byName = in.address();
        if (heapAddress != Piece.NOWHERE && byName != Piece.NOWHERE) {
            NewestHeap heap = new NewestHeap(source, heapAddress);
            // a hash of the name comes before the id
            NewestTree.read(source, byName, record -> link(heap.get(record.skip(4)), links));
        }
    }

    /** Members of a group as they were kept first and mostly still are: a tree of addresses, a heap of names. */
    private void symbols(long tree, long heap, Map<String, Long> links) throws IOException {
        Piece head = source.piece(heap, 8L + 2 * source.lengthBytes() + source.addressBytes())
                .signature("HEAP");
        head.skip(4);
        long length = head.length();
        head.length();
        Piece names = source.piece(head.address(), length);
        Deque<Long> nodes = new ArrayDeque<>();
        nodes.add(tree);
        while (!nodes.isEmpty()) {
            long address = nodes.remove();
            Piece begin = source.pieceUpTo(address, 8);
            if (begin.startsWith("TREE")) {
                int keyBytes = source.lengthBytes();
                TreeNode.read(
                        source,
                        address,
                        TreeNode.OF_SYMBOLS,
                        keyBytes,
                        (level, entry) -> nodes.add(entry.skip(keyBytes).address()));
            } else {
                begin.signature("SNOD").skip(2);
                int count = begin.u2();
                Piece entries = source.piece(address + 8, (long) count * (2 * source.addressBytes() + 24));
                for (int i = 0; i < count; i++) {
                    long name = entries.address();
                    long object = entries.address();
                    boolean soft = entries.u4() == SOFT;
                    entries.skip(20);
                    if (!soft) {
                        add(links, names.nameAt(name), object);
                    }
                }
            }
        }
    }
}
