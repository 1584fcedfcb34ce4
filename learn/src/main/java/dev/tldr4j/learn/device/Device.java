package dev.tldr4j.learn.device;

import dev.tldr4j.encoder.InvalidInputException;
import java.util.ServiceLoader;

/**
 * Something that computes, other than the CPU. Found by {@link ServiceLoader}, so that whoever does not want one needs nothing
 * of it.
 */
public interface Device {
    /** As it is asked for, such as {@code cuda}. */
    String name();

    /**
     * Makes it ready.
     *
     * @throws InvalidInputException if there is none on this machine, or something is missing; the message says what
     */
    OpenDevice open();

    /**
     * The device of this name.
     *
     * @throws InvalidInputException if there is none on the class path
     */
    static Device named(String name) {
        for (Device device : ServiceLoader.load(Device.class)) {
            if (device.name().equals(name)) {
                return device;
            }
        }
        throw new InvalidInputException("there is no device " + name + " here: tldr4j-" + name
                + " is not on the class path; it needs Java 25 or newer, and this is Java "
                + Runtime.version().feature());
    }
}
