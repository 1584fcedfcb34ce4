package dev.tldr4j.cli.common;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.ObjIntConsumer;

/**
 * The system's signals, which Java hands out in a class outside its standard alone. It is looked up at run time: the compiler warns of it
 * in a way that nothing turns off.
 */
final class Signals {
    private static final String SIGNAL = "sun.misc.Signal";
    private static final String HANDLER = "sun.misc.SignalHandler";

    private Signals() {}

    /** Calls a listener, with name and number, in a thread of its own; false where this cannot be had: then Java does as usual. */
    static boolean listen(String name, ObjIntConsumer<String> listener) {
        try {
            Class<?> type = Class.forName(SIGNAL);
            Class<?> handler = Class.forName(HANDLER);
            Method number = type.getMethod("getNumber");
            Object listening = Proxy.newProxyInstance(
                    Signals.class.getClassLoader(), new Class<?>[] {handler}, (self, method, args) -> {
                        if (method.getName().equals("handle")) {
                            listener.accept(name, (Integer) number.invoke(args[0]));
                        }
                        return null;
                    });
            handle(name, listening);
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /**
     * Ends this process as the signal does by itself, whatever its threads are at. Java does not let a process kill itself, and its
     * own end, however abrupt, waits for OpenBLAS to join its threads.
     */
    static void endBy(String name, int number) {
        try {
            handle(name, Class.forName(HANDLER).getField("SIG_DFL").get(null));
            new ProcessBuilder(
                            "sh",
                            "-c",
                            "kill -" + name + " " + ProcessHandle.current().pid())
                    .start()
                    .waitFor();
        } catch (ReflectiveOperationException | IOException e) {
            Runtime.getRuntime().halt(128 + number);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void handle(String name, Object handler) throws ReflectiveOperationException {
        Class<?> type = Class.forName(SIGNAL);
        Object signal = type.getConstructor(String.class).newInstance(name);
        type.getMethod("handle", type, Class.forName(HANDLER)).invoke(null, signal, handler);
    }
}
