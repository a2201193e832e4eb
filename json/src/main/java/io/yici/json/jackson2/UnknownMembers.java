package io.yici.json.jackson2;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import java.io.IOException;

/** Skips members that a type does not know, and tells the reading that there were some. */
final class UnknownMembers extends DeserializationProblemHandler {
    /** Attribute of a reading that holds the {@link Runnable} to tell. */
    static final Object REPORT = UnknownMembers.class;

    @Override
    public boolean handleUnknownProperty(
            DeserializationContext context,
            JsonParser parser,
            JsonDeserializer<?> deserializer,
            Object beanOrClass,
            String name)
            throws IOException {
        parser.skipChildren();
        if (context.getAttribute(REPORT) instanceof Runnable report) {
            report.run();
        }
        return true;
    }
}
