package dev.tldr4j.cuda.internal;

import java.lang.invoke.MethodHandle;

/** A C function that returns a status. */
final class NativeFunction {
    private final String name;
    private final MethodHandle handle;

    NativeFunction(String name, MethodHandle handle, int arguments) {
        this.name = name;
        this.handle = handle.asSpreader(Object[].class, arguments)
                .asType(handle.asSpreader(Object[].class, arguments).type().changeReturnType(int.class));
    }

    /** The status. */
    int call(Object... arguments) {
        try {
            return (int) handle.invoke(arguments);
        } catch (Throwable e) {
            throw new CudaException("calling " + name + " failed: " + e, e);
        }
    }

    String name() {
        return name;
    }
}
