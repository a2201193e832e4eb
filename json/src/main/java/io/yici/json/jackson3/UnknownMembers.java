package io.yici.json.jackson3;

import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.DeserializationProblemHandler;

/** Skips members that a type does not know, and tells the reading that there were some. */
final class UnknownMembers extends DeserializationProblemHandler {
    /** Attribute of a reading that holds the {@link Runnable} to tell. */
    static final Object REPORT = UnknownMembers.class;

    @Override
    public boolean handleUnknownProperty(
            DeserializationContext context,
            JsonParser parser,
            ValueDeserializer<?> deserializer,
            Object beanOrClass,
            String name) {
        parser.skipChildren();
        if (context.getAttribute(REPORT) instanceof Runnable report) {
            report.run();
        }
        return true;
    }
}
