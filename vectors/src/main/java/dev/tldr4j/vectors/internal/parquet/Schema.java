package dev.tldr4j.vectors.internal.parquet;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Makes columns of the tree that a file describes, which it lists from the root on, each node before its children. */
final class Schema {
    private static final int REPEATED = 2;
    private static final int OPTIONAL = 1;
    private static final int LIST = 3;
    /** No table has so many levels. */
    private static final int MAX_DEPTH = 32;

    /** Tables of some ten thousand columns are the widest there are. */
    private static final int MAX_NODES = 100_000;
    /** Of all columns' names together, with the names above them. */
    private static final int MAX_NAMES = 1 << 24;

    private static final class Node {
        private int type = -1;
        private int length;
        private int repetition;
        private String name = "";
        private int children;
        private int converted = -1;
        private int logical = -1;
    }

    /** A node's place in the tree: the names above it, and its levels. */
    private record Place(List<String> path, int definition, int listDefinition, int repetition, int nameParts) {
        Place into(Node node, boolean isList) {
            List<String> longer = new ArrayList<>(path);
            longer.add(node.name);
            boolean repeated = node.repetition == REPEATED;
            int deeper = definition + (repeated || node.repetition == OPTIONAL ? 1 : 0);
            // below a repeated node the names say only that there is a list; its own does so inside a list's group
            int parts = nameParts >= 0 ? nameParts : repeated ? Math.max(1, isList ? path.size() : longer.size()) : -1;
            return new Place(
                    longer, deeper, repeated ? deeper : listDefinition, repetition + (repeated ? 1 : 0), parts);
        }
    }

    private final List<Node> nodes = new ArrayList<>();
    private final List<Column> columns = new ArrayList<>();
    private int next;
    private long names;

    /** Reads a node's description. */
    void add(CompactReader in, int elementType) {
        in.requireStruct(elementType);
        Node node = new Node();
        in.struct((id, type) -> {
            switch (id) {
                case 1 -> node.type = in.integer(type);
                case 2 -> node.length = in.integer(type);
                case 3 -> node.repetition = in.integer(type);
                case 4 -> node.name = new String(in.binary(type), StandardCharsets.UTF_8);
                case 5 -> node.children = in.integer(type);
                case 6 -> node.converted = in.integer(type);
                case 10 -> {
                    in.requireStruct(type);
                    in.struct((logical, any) -> {
                        node.logical = logical;
                        in.skip(any);
                    });
                }
                default -> in.skip(type);
            }
        });
        nodes.add(node);
        if (nodes.size() > MAX_NODES) {
            throw new ParquetException("has more than " + MAX_NODES + " columns, which are not read");
        }
    }

    List<Column> columns() {
        if (nodes.isEmpty()) {
            throw ParquetException.damaged("it describes no columns");
        }
        Node root = nodes.get(next++);
        Place top = new Place(List.of(), 0, 0, 0, -1);
        for (int i = 0; i < root.children; i++) {
            walk(top, false);
        }
        return columns;
    }

    private void walk(Place above, boolean inList) {
        if (next == nodes.size() || above.path.size() == MAX_DEPTH) {
            throw ParquetException.damaged("its columns are not as many or as deep as they should be");
        }
        Node node = nodes.get(next++);
        Place place = above.into(node, inList);
        if (node.children <= 0 && node.type >= 0) {
            columns.add(column(node, place));
            return;
        }
        boolean list = node.converted == LIST || node.logical == 3;
        for (int i = 0; i < node.children; i++) {
            walk(place, list);
        }
    }

    private Column column(Node node, Place place) {
        Column.Type[] types = Column.Type.values();
        if (node.type >= types.length) {
            throw ParquetException.damaged("a column is of an unknown type");
        }
        for (String name : place.path) {
            names += name.length();
        }
        if (names > MAX_NAMES) {
            throw ParquetException.damaged("the names of its columns have more than " + MAX_NAMES + " letters");
        }
        int parts = place.nameParts < 0 ? place.path.size() : place.nameParts;
        return new Column(
                columns.size(),
                String.join(".", place.path.subList(0, parts)),
                place.path,
                types[node.type],
                node.length,
                kind(node, types[node.type]),
                place.definition,
                place.listDefinition,
                place.repetition);
    }

    /** By the old way to say it (a converted type) and the new one (a logical type), of which files have one or both. */
    private static Column.Kind kind(Node node, Column.Type type) {
        if (node.logical == 15 && type == Column.Type.FIXED_LEN_BYTE_ARRAY && node.length == 2) {
            return Column.Kind.HALF_FLOAT;
        }
        if (node.converted >= 11 && node.converted <= 14) {
            return Column.Kind.UNSIGNED;
        }
        if (node.converted >= 15 && node.converted <= 18 || node.logical == 10) {
            return Column.Kind.PLAIN;
        }
        if (node.converted == 0 || node.converted == 4 || node.logical == 1 || node.logical == 4) {
            return Column.Kind.TEXT;
        }
        return node.converted < 0 && node.logical < 0 ? Column.Kind.PLAIN : Column.Kind.OTHER;
    }
}
