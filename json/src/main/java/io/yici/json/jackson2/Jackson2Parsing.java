package io.yici.json.jackson2;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.yici.json.JsonEvents;
import io.yici.json.JsonParsing;
import io.yici.json.RefusedJsonException;
import io.yici.json.RefusedJsonException.Reason;
import java.io.IOException;

/** Jackson 2's streaming parser, strict as it is by default. The limits are those of whoever listens. */
final class Jackson2Parsing implements JsonParsing {
    /** Names are not shared: a table of names could be filled up from outside. */
    private final JsonFactory factory = JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    @Override
    public void parse(char[] json, JsonEvents events) {
        try (JsonParser parser = factory.createParser(json)) {
            if (parser.nextToken() == null) {
                throw new RefusedJsonException(Reason.MALFORMED, "there is no JSON value");
            }
            int depth = 0;
            do {
                depth += report(parser, events);
            } while (parser.nextToken() != null && depth > 0);
            if (parser.currentToken() != null) {
                throw new RefusedJsonException(Reason.MALFORMED, "there is more than one JSON value");
            }
        } catch (IOException malformed) {
            JsonLocation where = malformed instanceof JacksonException known ? known.getLocation() : null;
            String place = where == null ? "" : " at line " + where.getLineNr() + ", column " + where.getColumnNr();
            throw new RefusedJsonException(Reason.MALFORMED, "not valid JSON" + place);
        }
    }

    /** Reports one token and returns by how much it changes the depth. */
    private static int report(JsonParser parser, JsonEvents events) throws IOException {
        JsonToken token = parser.currentToken();
        switch (token) {
            case START_OBJECT -> events.startObject();
            case END_OBJECT -> events.endObject();
            case START_ARRAY -> events.startArray();
            case END_ARRAY -> events.endArray();
            case FIELD_NAME -> events.name(parser.currentName());
            case VALUE_STRING -> events.string(parser.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> events.number(parser.getText());
            case VALUE_TRUE, VALUE_FALSE, VALUE_NULL -> events.literal(token.asString());
            case NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
                throw new IllegalStateException("not a token of JSON text: " + token);
        }
        return token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
    }
}
