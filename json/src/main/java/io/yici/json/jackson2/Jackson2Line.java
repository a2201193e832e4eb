package io.yici.json.jackson2;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.introspect.DefaultAccessorNamingStrategy;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeFeature;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.fasterxml.jackson.module.paramnames.ParameterNamesModule;
import io.yici.json.CanonicalJson;
import io.yici.json.JsonParsing;
import io.yici.json.internal.JsonLine;
import io.yici.json.internal.JsonType;
import io.yici.json.internal.StoredJson;
import io.yici.store.CodecException;
import java.io.IOException;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/**
 * Jackson 2, tuned so that values come back exactly. Every setting that the two lines default differently, and that
 * shows in the bytes, is set here and in the other line.
 */
final class Jackson2Line implements JsonLine {
    private final JsonParsing parsing = new Jackson2Parsing();
    private final JsonMapper answers;
    private final ObjectWriter requests;

    Jackson2Line(List<Module> modules) {
        this.answers = tuned(modules);
        CanonicalJson elements = CanonicalJson.readBy(parsing)
                .maxBytes(Integer.MAX_VALUE)
                .maxDepth(StoredJson.MAX_DEPTH)
                .maxDigits(Integer.MAX_VALUE);
        this.requests = answers.rebuild()
                .addModule(new RequestModule(element -> elements.of(writeRequest(element))))
                .defaultPropertyInclusion(
                        JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.ALWAYS))
                .build()
                .writer();
    }

    private static JsonMapper tuned(List<Module> modules) {
        return JsonMapper.builder(limited())
                .addModules(new Jdk8Module(), times(), new ParameterNamesModule(), new AnswerModule())
                .addModules(modules)
                .addHandler(new UnknownMembers())
                // Rather a getter too many than two requests that differ only in getiPhone().
                .accessorNaming(new DefaultAccessorNamingStrategy.Provider().withFirstCharAcceptance(true, true))
                .defaultLocale(Locale.ROOT)
                .defaultTimeZone(TimeZone.getTimeZone("UTC"))
                .enable(
                        MapperFeature.USE_GETTERS_AS_SETTERS,
                        MapperFeature.SORT_PROPERTIES_ALPHABETICALLY,
                        MapperFeature.USE_STD_BEAN_NAMING)
                .disable(
                        MapperFeature.ALLOW_COERCION_OF_SCALARS,
                        MapperFeature.SORT_CREATOR_PROPERTIES_FIRST,
                        MapperFeature.ALLOW_FINAL_FIELDS_AS_MUTATORS)
                .enable(SerializationFeature.FAIL_ON_EMPTY_BEANS, SerializationFeature.WRITE_DATES_WITH_ZONE_ID)
                .disable(
                        SerializationFeature.WRITE_DATES_AS_TIMESTAMPS,
                        SerializationFeature.WRITE_DATES_WITH_CONTEXT_TIME_ZONE,
                        SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS,
                        SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
                .enable(
                        DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS,
                        DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
                        DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .disable(
                        DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                        DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                        DeserializationFeature.ACCEPT_FLOAT_AS_INT,
                        DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE,
                        DeserializationFeature.READ_ENUMS_USING_TO_STRING)
                .enable(JsonNodeFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                .build();
    }

    private static JavaTimeModule times() {
        return new JavaTimeModule()
                .enable(JavaTimeFeature.ONE_BASED_MONTHS)
                .disable(JavaTimeFeature.NORMALIZE_DESERIALIZED_ZONE_ID);
    }

    /** Reads whatever it writes: Jackson's limits for hostile input would make some of our own answers unreadable. */
    private static JsonFactory limited() {
        return JsonFactory.builder()
                // Jackson 2.19 spoils half a surrogate pair when it combines them.
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
        return new Jackson2Form(type, answers.writerFor(resolved), answers.readerFor(resolved));
    }

    @Override
    public JsonType describe(Type type) {
        return new Jackson2Type(resolved(type), answers);
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
        } catch (IOException | RuntimeException unwritable) {
            String type = request == null ? "null" : request.getClass().getName();
            throw Failures.translate("A request of type " + type + " cannot be written as JSON", unwritable);
        }
    }

    @Override
    public JsonParsing parsing() {
        return parsing;
    }

    private record Jackson2Form(Type type, ObjectWriter writer, ObjectReader reader) implements Form {
        @Override
        public byte[] write(Object value) {
            try {
                return writer.writeValueAsBytes(value);
            } catch (IOException | RuntimeException unwritable) {
                throw Failures.translate(
                        "A " + value.getClass().getName() + " cannot be written as " + type.getTypeName(), unwritable);
            }
        }

        @Override
        public @Nullable Object read(byte[] json, Runnable unknownMember) {
            try {
                return reader.withAttribute(UnknownMembers.REPORT, unknownMember)
                        .readValue(json);
            } catch (IOException | RuntimeException unreadable) {
                throw Failures.translate("Stored JSON cannot be read as " + type.getTypeName(), unreadable);
            }
        }
    }
}
