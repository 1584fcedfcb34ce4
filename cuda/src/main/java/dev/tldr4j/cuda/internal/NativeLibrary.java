package dev.tldr4j.cuda.internal;

import java.io.File;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A shared library that is found at run time, never brought along. */
@SuppressWarnings("restricted") // calling a C function is what this is for
final class NativeLibrary {
    /** The user's own choice of folders, separated as those of a class path. */
    private static final String FOLDERS = "TLDR4J_CUDA_LIBRARIES";

    private final String name;
    private final SymbolLookup symbols;

    private NativeLibrary(String name, SymbolLookup symbols) {
        this.name = name;
        this.symbols = symbols;
    }

    /** @param fileNames the names it may have, the newest first */
    static NativeLibrary load(String name, String... fileNames) {
        for (String fileName : fileNames) {
            for (String place : places(fileName)) {
                try {
                    return new NativeLibrary(name, SymbolLookup.libraryLookup(place, Arena.global()));
                } catch (IllegalArgumentException e) {
                    // not here; perhaps in the next place
                }
            }
        }
        throw new CudaException(name + " was not found (" + String.join(" or ", fileNames) + "); install it, or set "
                + FOLDERS + " to the folder it is in");
    }

    /**
     * The names of a library of the CUDA toolkit, the newest first, of which the driver must be no older.
     *
     * @param driver such as 13000
     */
    static String[] names(String name, int driver) {
        return driver >= 13_000
                ? new String[] {name + ".so.13", name + ".so.12", name + ".so"}
                : new String[] {name + ".so.12"};
    }

    private static List<String> places(String fileName) {
        List<String> places = new ArrayList<>();
        String given = System.getenv(FOLDERS);
        if (given != null) {
            for (String folder : given.split(File.pathSeparator)) {
                places.add(Path.of(folder, fileName).toString());
            }
        }
        // as the system finds it
        places.add(fileName);
        Stream.of(System.getenv("CUDA_HOME"), System.getenv("CUDA_PATH"), "/usr/local/cuda")
                .filter(home -> home != null && !home.isEmpty())
                .map(home -> Path.of(home, "lib64", fileName))
                .filter(Files::exists)
                .forEach(file -> places.add(file.toString()));
        return places;
    }

    /** A function that returns a status, of which 0 is success. */
    NativeFunction function(String function, MemoryLayout... arguments) {
        MemorySegment address = symbols.find(function)
                .orElseThrow(() -> new CudaException(name + " has no function " + function + "; it is too old"));
        FunctionDescriptor descriptor = FunctionDescriptor.of(ValueLayout.JAVA_INT, arguments);
        return new NativeFunction(
                function, Linker.nativeLinker().downcallHandle(address, descriptor), arguments.length);
    }
}
