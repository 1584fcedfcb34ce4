package dev.tldr4j.vectors.internal;

import dev.tldr4j.encoder.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the header of a .npy file says. It is a Python dict with three keys, in any order; this reads just that much of
 * Python and refuses the rest.
 */
record NpyHeader(String descr, boolean fortranOrder, long[] shape) {

    static NpyHeader parse(Path file, String text) {
        return new Parser(file, text).header();
    }

    private static final class Parser {
        private final Path file;
        private final String text;
        private int at;

        Parser(Path file, String text) {
            this.file = file;
            this.text = text;
        }

        NpyHeader header() {
            String descr = null;
            Boolean fortranOrder = null;
            long[] shape = null;
            expect('{');
            while (!found('}')) {
                String key = string();
                expect(':');
                if (key.equals("descr") && descr == null) {
                    descr = descr();
                } else if (key.equals("fortran_order") && fortranOrder == null) {
                    fortranOrder = bool();
                } else if (key.equals("shape") && shape == null) {
                    shape = tuple();
                } else {
                    throw damaged();
                }
                if (!found(',')) {
                    expect('}');
                    break;
                }
            }
            skipSpace();
            if (at < text.length() || descr == null || fortranOrder == null || shape == null) {
                throw damaged();
            }
            return new NpyHeader(descr, fortranOrder, shape);
        }

        private String descr() {
            if (found('[')) {
                throw new InvalidInputException(
                        file + ": holds records, not plain numbers; save the field with the vectors on its own");
            }
            return string();
        }

        private String string() {
            skipSpace();
            char quote = found('"') ? '"' : '\'';
            if (quote == '\'') {
                expect('\'');
            }
            int end = text.indexOf(quote, at);
            if (end < 0) {
                throw damaged();
            }
            String string = text.substring(at, end);
            at = end + 1;
            return string;
        }

        private boolean bool() {
            skipSpace();
            for (boolean value : new boolean[] {true, false}) {
                String word = value ? "True" : "False";
                if (text.startsWith(word, at)) {
                    at += word.length();
                    return value;
                }
            }
            throw damaged();
        }

        private long[] tuple() {
            List<Long> numbers = new ArrayList<>();
            expect('(');
            while (!found(')')) {
                numbers.add(number());
                if (!found(',')) {
                    expect(')');
                    break;
                }
            }
            return numbers.stream().mapToLong(Long::longValue).toArray();
        }

        private long number() {
            skipSpace();
            int from = at;
            if (at < text.length() && text.charAt(at) == '-') {
                at++;
            }
            while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
                at++;
            }
            String digits = text.substring(from, at);
            if (at < text.length() && text.charAt(at) == 'L') {
                at++; // Python 2 wrote long numbers so
            }
            try {
                return Long.parseLong(digits);
            } catch (NumberFormatException e) {
                throw damaged(); // no digits, or more than any file can hold
            }
        }

        private boolean found(char wanted) {
            skipSpace();
            if (at < text.length() && text.charAt(at) == wanted) {
                at++;
                return true;
            }
            return false;
        }

        private void expect(char wanted) {
            if (!found(wanted)) {
                throw damaged();
            }
        }

        private void skipSpace() {
            while (at < text.length() && " \t\r\n\f".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
        }

        private InvalidInputException damaged() {
            return new InvalidInputException(file + ": its .npy header cannot be understood at character " + at
                    + "; the file is damaged, save it again with numpy.save");
        }
    }
}
