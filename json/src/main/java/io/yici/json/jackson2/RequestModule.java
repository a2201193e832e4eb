package io.yici.json.jackson2;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.ser.ContextualSerializer;
import com.fasterxml.jackson.databind.ser.ResolvableSerializer;
import com.fasterxml.jackson.databind.ser.std.BeanSerializerBase;
import com.fasterxml.jackson.databind.ser.std.CollectionSerializer;
import com.fasterxml.jackson.databind.type.CollectionType;
import com.fasterxml.jackson.databind.util.NameTransformer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What makes equal requests equal and different ones different, where Jackson alone would not. */
final class RequestModule extends Module {
    private final Function<@Nullable Object, byte[]> canonical;

    /** Sorts the elements of sets by their canonical form. */
    RequestModule(Function<@Nullable Object, byte[]> canonical) {
        this.canonical = canonical;
    }

    @Override
    public String getModuleName() {
        return "yici-requests";
    }

    @Override
    public Version version() {
        return Version.unknownVersion();
    }

    @Override
    public void setupModule(SetupContext context) {
        context.addBeanSerializerModifier(new Modifier(canonical));
    }

    private static final class Modifier extends BeanSerializerModifier {
        private static final long serialVersionUID = 1L;

        private final transient Function<@Nullable Object, byte[]> canonical;

        Modifier(Function<@Nullable Object, byte[]> canonical) {
            this.canonical = canonical;
        }

        @Override
        public JsonSerializer<?> modifySerializer(
                SerializationConfig config, BeanDescription description, JsonSerializer<?> serializer) {
            return serializer instanceof BeanSerializerBase ? new AlwaysTyped(serializer, null) : serializer;
        }

        @Override
        public JsonSerializer<?> modifyCollectionSerializer(
                SerializationConfig config,
                CollectionType type,
                BeanDescription description,
                JsonSerializer<?> serializer) {
            if (!Set.class.isAssignableFrom(type.getRawClass())) {
                return serializer;
            }
            // The serializer of enum sets takes nothing else, and ours hands over a list.
            boolean ofEnums = EnumSet.class.isAssignableFrom(type.getRawClass());
            return new Sorted(
                    ofEnums ? new CollectionSerializer(type.getContentType(), false, null, null) : serializer,
                    canonical);
        }
    }

    /** Delegates; the two below differ in what they add. */
    private abstract static class Around extends JsonSerializer<Object>
            implements ContextualSerializer, ResolvableSerializer {
        final JsonSerializer<Object> inner;

        @SuppressWarnings("unchecked")
        Around(JsonSerializer<?> inner) {
            this.inner = (JsonSerializer<Object>) inner;
        }

        @Override
        public void resolve(SerializerProvider context) throws JsonMappingException {
            if (inner instanceof ResolvableSerializer resolvable) {
                resolvable.resolve(context);
            }
        }

        @Override
        public boolean isEmpty(SerializerProvider context, Object value) {
            return inner.isEmpty(context, value);
        }

        @Override
        public boolean usesObjectId() {
            return inner.usesObjectId();
        }

        @Override
        public Class<Object> handledType() {
            return inner.handledType();
        }
    }

    /**
     * Writes the type id a class defines for itself also where the place it stands in has no type: in an untyped list,
     * two subclasses with equal members would look the same.
     */
    private static final class AlwaysTyped extends Around {
        private final @Nullable TypeSerializer typeIds;

        AlwaysTyped(JsonSerializer<?> inner, @Nullable TypeSerializer typeIds) {
            super(inner);
            this.typeIds = typeIds;
        }

        @Override
        public JsonSerializer<?> createContextual(SerializerProvider context, @Nullable BeanProperty property)
                throws JsonMappingException {
            TypeSerializer own = context.findTypeSerializer(context.constructType(inner.handledType()));
            return new AlwaysTyped(
                    context.handleSecondaryContextualization(inner, property),
                    own == null ? null : own.forProperty(property));
        }

        @Override
        public JsonSerializer<Object> unwrappingSerializer(NameTransformer names) {
            return inner.unwrappingSerializer(names);
        }

        @Override
        public boolean isUnwrappingSerializer() {
            return inner.isUnwrappingSerializer();
        }

        @Override
        public void serialize(Object value, JsonGenerator generator, SerializerProvider context) throws IOException {
            if (typeIds == null) {
                inner.serialize(value, generator, context);
            } else {
                inner.serializeWithType(value, generator, context, typeIds);
            }
        }

        @Override
        public void serializeWithType(
                Object value, JsonGenerator generator, SerializerProvider context, TypeSerializer typed)
                throws IOException {
            inner.serializeWithType(value, generator, context, typed);
        }
    }

    /** Writes a set in the order of its elements' canonical forms: equal sets may iterate differently. */
    private static final class Sorted extends Around {
        private final Function<@Nullable Object, byte[]> canonical;

        Sorted(JsonSerializer<?> inner, Function<@Nullable Object, byte[]> canonical) {
            super(inner);
            this.canonical = canonical;
        }

        @Override
        public JsonSerializer<?> createContextual(SerializerProvider context, @Nullable BeanProperty property)
                throws JsonMappingException {
            return new Sorted(context.handleSecondaryContextualization(inner, property), canonical);
        }

        @Override
        public void serialize(Object value, JsonGenerator generator, SerializerProvider context) throws IOException {
            inner.serialize(sorted(value), generator, context);
        }

        @Override
        public void serializeWithType(
                Object value, JsonGenerator generator, SerializerProvider context, TypeSerializer typed)
                throws IOException {
            inner.serializeWithType(sorted(value), generator, context, typed);
        }

        private List<@Nullable Object> sorted(Object value) {
            TreeMap<byte[], List<@Nullable Object>> byForm = new TreeMap<>(Arrays::compareUnsigned);
            for (Object element : (Collection<?>) value) {
                byForm.computeIfAbsent(canonical.apply(element), form -> new ArrayList<>(1))
                        .add(element);
            }
            List<@Nullable Object> sorted = new ArrayList<>();
            byForm.values().forEach(sorted::addAll);
            return sorted;
        }
    }
}
