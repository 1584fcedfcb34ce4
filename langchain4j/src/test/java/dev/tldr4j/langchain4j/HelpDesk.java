package dev.tldr4j.langchain4j;

import dev.langchain4j.data.segment.TextSegment;
import java.util.ArrayList;
import java.util.List;

/** Questions that people ask a shop, enough of them to learn an encoder from. */
final class HelpDesk {
    private static final String[] QUESTIONS = {
        "How do I return my %s?",
        "My %s does not work any more.",
        "When will the %s be delivered?",
        "Can I pay for the %s later?",
        "Is there a warranty on the %s?",
        "The %s was broken when it arrived.",
        "I would like to cancel my order of a %s.",
        "Do you have the %s in another colour?",
        "Who repairs a %s?",
        "What does the %s weigh?",
        "I was charged twice for the %s.",
        "Where is the manual of the %s?",
        "Is the %s in stock in your shop in town?",
        "Can somebody else collect the %s for me?",
        "May I exchange the %s for a larger one?",
        "Do I get a discount on a second %s?"
    };

    private static final String[] THINGS = {
        "bicycle",
        "washing machine",
        "laptop",
        "winter coat",
        "garden chair",
        "coffee maker",
        "telephone",
        "camera",
        "violin",
        "rucksack",
        "desk lamp",
        "carpet",
        "toaster",
        "tent",
        "wristwatch",
        "bookshelf",
        "mattress",
        "electric drill",
        "child's car seat",
        "fishing rod",
        "sewing machine",
        "pair of boots",
        "fridge",
        "guitar",
        "telescope",
        "umbrella",
        "cookery book",
        "board game",
        "bathroom scale",
        "suitcase"
    };

    private HelpDesk() {}

    /** Every question about every thing. */
    static List<TextSegment> questions() {
        var segments = new ArrayList<TextSegment>();
        for (String thing : THINGS) {
            for (String question : QUESTIONS) {
                segments.add(TextSegment.from(question.formatted(thing)));
            }
        }
        return segments;
    }
}
