package dev.tldr4j.vectors.internal;

import dev.tldr4j.vectors.ElementType;
import dev.tldr4j.vectors.RowIds;
import dev.tldr4j.vectors.Vectors;
import java.nio.FloatBuffer;
import java.util.Objects;
import java.util.Optional;

/** Some rows of other vectors. */
public final class SelectedVectors implements Vectors {
    private final Vectors vectors;
    private final int[] selected;

    public SelectedVectors(Vectors vectors, int[] selected) {
        this.vectors = vectors;
        this.selected = selected.clone();
        for (int row : this.selected) {
            Objects.checkIndex(row, vectors.rows());
        }
    }

    @Override
    public String name() {
        return vectors.name();
    }

    @Override
    public int rows() {
        return selected.length;
    }

    @Override
    public int dims() {
        return vectors.dims();
    }

    @Override
    public ElementType type() {
        return vectors.type();
    }

    @Override
    public void read(int from, int count, FloatBuffer into) {
        Objects.checkFromIndexSize(from, count, selected.length);
        for (int i = from; i < from + count; i++) {
            vectors.read(selected[i], 1, into);
        }
    }

    @Override
    public Optional<RowIds> ids() {
        return vectors.ids().map(SelectedIds::new);
    }

    @Override
    public int sourceRow(int row) {
        return vectors.sourceRow(selected[row]);
    }

    private final class SelectedIds implements RowIds {
        private final RowIds all;

        SelectedIds(RowIds all) {
            this.all = all;
        }

        @Override
        public String column() {
            return all.column();
        }

        @Override
        public boolean areNumbers() {
            return all.areNumbers();
        }

        @Override
        public String get(int row) {
            return all.get(selected[row]);
        }
    }
}
