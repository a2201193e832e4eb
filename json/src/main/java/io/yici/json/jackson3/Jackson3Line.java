package io.yici.json.jackson3;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.yici.json.CanonicalJson;
import io.yici.json.JsonParsing;
import io.yici.json.internal.JsonLine;
import io.yici.json.internal.JsonType;
import io.yici.json.internal.StoredJson;
import io.yici.store.CodecException;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.introspect.DefaultAccessorNamingStrategy;
import tools.jackson.databind.json.JsonMapper;

/**
 * Jackson 3, tuned so that values come back exactly. Every setting that the two lines default differently, and that
 * shows in the bytes, is set here and in the other line.
 */
final class Jackson3Line implements JsonLine {
    private final JsonParsing parsing = new Jackson3Parsing();
    private final JsonMapper answers;
    private final ObjectWriter requests;

    Jackson3Line(List<JacksonModule> modules) {
        this.answers = tuned(modules);
        CanonicalJson elements = CanonicalJson.readBy(parsing)
                .maxBytes(Integer.MAX_VALUE)
                .maxDepth(StoredJson.MAX_DEPTH)
                .maxDigits(Integer.MAX_VALUE);
        this.requests = answers.rebuild()
                .addModule(new RequestModule(element -> elements.of(writeRequest(element))))
                .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_ABSENT))
                .build()
                .writer();
    }

    private static JsonMapper tuned(List<JacksonModule> modules) {
        return JsonMapper.builder(limited())
                .addModule(new AnswerModule())
                .addModules(modules)
                .addHandler(new UnknownMembers())
                // Rather a getter too many than two requests that differ only in getiPhone().
                .accessorNaming(new DefaultAccessorNamingStrategy.Provider().withFirstCharAcceptance(true, true))
                .changeDefaultVisibility(all -> all.withCreatorVisibility(JsonAutoDetect.Visibility.ANY)
                        .withScalarConstructorVisibility(JsonAutoDetect.Visibility.ANY))
                .defaultLocale(Locale.ROOT)
                .defaultTimeZone(TimeZone.getTimeZone("UTC"))
                .enable(MapperFeature.USE_GETTERS_AS_SETTERS)
                .disable(
                        MapperFeature.ALLOW_COERCION_OF_SCALARS,
                        MapperFeature.SORT_CREATOR_PROPERTIES_FIRST,
                        MapperFeature.FIX_FIELD_NAME_UPPER_CASE_PREFIX)
                .enable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                .enable(
                        DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS,
                        DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(
                        DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                        DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                        DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .enable(DateTimeFeature.WRITE_DATES_WITH_ZONE_ID)
                .disable(
                        DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE,
                        DateTimeFeature.NORMALIZE_DESERIALIZED_ZONE_ID,
                        DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS,
                        DateTimeFeature.WRITE_DATES_WITH_CONTEXT_TIME_ZONE,
                        DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
                .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .disable(EnumFeature.READ_ENUMS_USING_TO_STRING, EnumFeature.WRITE_ENUMS_USING_TO_STRING)
                .enable(JsonNodeFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                .build();
    }

    /** Reads whatever it writes: Jackson's limits for hostile input would make some of our own answers unreadable. */
    private static JsonFactory limited() {
        return JsonFactory.builder()
                // As in the other line, where early versions spoil half a surrogate pair when they combine them.
                .disable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
                .streamWriteConstraints(StreamWriteConstraints.builder()
                        .maxNestingDepth(StoredJson.MAX_DEPTH)
                        .build())
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(StoredJson.MAX_DEPTH)
                        .maxNumberLength(Integer.MAX_VALUE)
                        .maxStringLength(Integer.MAX_VALUE)
                        .maxNameLength(Integer.MAX_VALUE)
                        .build())
                .build();
    }

    @Override
    public Form form(Type type) {
        JavaType resolved = resolved(type);
        return new Jackson3Form(type, answers.writerFor(resolved), answers.readerFor(resolved));
    }

    @Override
    public JsonType describe(Type type) {
        return new Jackson3Type(resolved(type), answers);
    }

    private JavaType resolved(Type type) {
        try {
            return answers.constructType(type);
        } catch (IllegalArgumentException unknown) {
            throw new CodecException(type.getTypeName() + " is no type that can be read", unknown);
        }
    }

    @Override
    public byte[] writeRequest(@Nullable Object request) {
        try {
            return requests.writeValueAsBytes(request);
        } catch (RuntimeException unwritable) {
            String type = request == null ? "null" : request.getClass().getName();
            throw Failures.translate("A request of type " + type + " cannot be written as JSON", unwritable);
        }
    }

    @Override
    public JsonParsing parsing() {
        return parsing;
    }

    private record Jackson3Form(Type type, ObjectWriter writer, ObjectReader reader) implements Form {
        @Override
        public byte[] write(Object value) {
            try {
                return writer.writeValueAsBytes(value);
            } catch (RuntimeException unwritable) {
                throw Failures.translate(
                        "A " + value.getClass().getName() + " cannot be written as " + type.getTypeName(), unwritable);
            }
        }

        @Override
        public @Nullable Object read(byte[] json, Runnable unknownMember) {
            try {
                return reader.withAttribute(UnknownMembers.REPORT, unknownMember)
                        .readValue(json);
            } catch (RuntimeException unreadable) {
                throw Failures.translate("Stored JSON cannot be read as " + type.getTypeName(), unreadable);
            }
        }
    }
}
