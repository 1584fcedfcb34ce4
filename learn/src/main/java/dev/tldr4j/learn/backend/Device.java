package dev.tldr4j.learn.backend;

import dev.tldr4j.encoder.InvalidInputException;
import java.util.ServiceLoader;

/**
 * Where training computes, other than on the CPU. Found by {@link ServiceLoader}, so that whoever does not want one needs
 * nothing of it.
 */
public interface Device {
    /** As it is asked for, such as {@code cuda}. */
    String name();

    /**
     * Makes it ready for a training.
     *
     * @throws InvalidInputException if there is none on this machine, or something is missing; the message says what
     */
    Backend open(Precision precision);

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
                + " is not on the class path, or Java " + Runtime.version().feature() + " is too old for it");
    }
}
