package io.yici.json.jackson2;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonObjectFormatVisitor;
import io.yici.json.internal.JsonType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A type as a Jackson 2 mapper sees it. */
final class Jackson2Type implements JsonType {
    private final JavaType type;
    private final JsonMapper mapper;

    Jackson2Type(JavaType type, JsonMapper mapper) {
        this.type = type;
        this.mapper = mapper;
    }

    @Override
    public Class<?> raw() {
        return type.getRawClass();
    }

    @Override
    public List<JsonType> contents() {
        if (type.isContainerType() || type.isReferenceType()) {
            return described(Stream.of(type.getKeyType(), type.getContentType()));
        }
        return properties().isEmpty()
                ? described(IntStream.range(0, type.containedTypeCount()).mapToObj(type::containedType))
                : List.of();
    }

    @Override
    public Map<String, JsonType> properties() {
        if (type.isContainerType() || type.isReferenceType()) {
            return Map.of();
        }
        Properties properties = new Properties();
        try {
            mapper.acceptJsonFormatVisitor(type, properties);
        } catch (JsonMappingException | RuntimeException unwritable) {
            throw Failures.translate(type.toCanonical() + " cannot be written", unwritable);
        }
        Map<String, JsonType> described = new LinkedHashMap<>();
        properties.found.forEach((name, found) -> described.put(name, new Jackson2Type(found, mapper)));
        return described;
    }

    /** Asks by reading an empty object, which an abstract type without type ids cannot even begin with. */
    @Override
    public @Nullable String unreadable() {
        if (!type.isAbstract() || type.isContainerType() || type.isReferenceType() || type.isEnumType()) {
            return null;
        }
        try {
            mapper.readerFor(type).readValue("{}");
            return null;
        } catch (InvalidDefinitionException cannotBeCreated) {
            return cannotBeCreated.getOriginalMessage();
        } catch (JsonProcessingException | RuntimeException itWasTheValue) {
            return null;
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Jackson2Type that && type.equals(that.type);
    }

    @Override
    public int hashCode() {
        return type.hashCode();
    }

    private List<JsonType> described(Stream<@Nullable JavaType> types) {
        List<JsonType> described = new ArrayList<>();
        types.forEach(each -> {
            if (each != null) {
                described.add(new Jackson2Type(each, mapper));
            }
        });
        return described;
    }

    /** Collects the properties of the object that is asked about, and does not go into them. */
    private static final class Properties extends JsonFormatVisitorWrapper.Base {
        final Map<String, JavaType> found = new LinkedHashMap<>();

        @Override
        public JsonObjectFormatVisitor expectObjectFormat(JavaType object) {
            return new JsonObjectFormatVisitor.Base(getProvider()) {
                @Override
                public void property(BeanProperty property) {
                    optionalProperty(property);
                }

                @Override
                public void optionalProperty(BeanProperty property) {
                    // The annotated property says itself how it is read.
                    if (property.getAnnotation(JsonTypeInfo.class) == null
                            && property.getAnnotation(JsonDeserialize.class) == null) {
                        found.put(property.getName(), property.getType());
                    }
                }
            };
        }
    }
}
