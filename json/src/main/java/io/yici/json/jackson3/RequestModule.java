package io.yici.json.jackson3;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.Version;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.ser.bean.BeanSerializerBase;
import tools.jackson.databind.ser.jdk.CollectionSerializer;
import tools.jackson.databind.type.CollectionType;
import tools.jackson.databind.util.NameTransformer;

/** What makes equal requests equal and different ones different, where Jackson alone would not. */
final class RequestModule extends JacksonModule {
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
        context.addSerializerModifier(new Modifier(canonical));
    }

    private static final class Modifier extends ValueSerializerModifier {
        private static final long serialVersionUID = 1L;

        private final transient Function<@Nullable Object, byte[]> canonical;

        Modifier(Function<@Nullable Object, byte[]> canonical) {
            this.canonical = canonical;
        }

        @Override
        public ValueSerializer<?> modifySerializer(
                SerializationConfig config, BeanDescription.Supplier description, ValueSerializer<?> serializer) {
            return serializer instanceof BeanSerializerBase ? new AlwaysTyped(serializer, null) : serializer;
        }

        @Override
        public ValueSerializer<?> modifyCollectionSerializer(
                SerializationConfig config,
                CollectionType type,
                BeanDescription.Supplier description,
                ValueSerializer<?> serializer) {
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
    private abstract static class Around extends ValueSerializer<Object> {
        final ValueSerializer<Object> inner;

        @SuppressWarnings("unchecked")
        Around(ValueSerializer<?> inner) {
            this.inner = (ValueSerializer<Object>) inner;
        }

        @Override
        public void resolve(SerializationContext context) {
            inner.resolve(context);
        }

        @Override
        public boolean isEmpty(SerializationContext context, Object value) {
            return inner.isEmpty(context, value);
        }

        @Override
        public boolean usesObjectId() {
            return inner.usesObjectId();
        }

        @Override
        public Class<?> handledType() {
            return inner.handledType();
        }
    }

    /**
     * Writes the type id a class defines for itself also where the place it stands in has no type: in an untyped list,
     * two subclasses with equal members would look the same.
     */
    private static final class AlwaysTyped extends Around {
        private final @Nullable TypeSerializer typeIds;

        AlwaysTyped(ValueSerializer<?> inner, @Nullable TypeSerializer typeIds) {
            super(inner);
            this.typeIds = typeIds;
        }

        @Override
        public ValueSerializer<?> createContextual(SerializationContext context, @Nullable BeanProperty property) {
            TypeSerializer own = context.findTypeSerializer(context.constructType(inner.handledType()));
            return new AlwaysTyped(
                    context.handleSecondaryContextualization(inner, property),
                    own == null ? null : own.forProperty(context, property));
        }

        @Override
        public ValueSerializer<Object> unwrappingSerializer(NameTransformer names) {
            return inner.unwrappingSerializer(names);
        }

        @Override
        public boolean isUnwrappingSerializer() {
            return inner.isUnwrappingSerializer();
        }

        @Override
        public void serialize(Object value, JsonGenerator generator, SerializationContext context) {
            if (typeIds == null) {
                inner.serialize(value, generator, context);
            } else {
                inner.serializeWithType(value, generator, context, typeIds);
            }
        }

        @Override
        public void serializeWithType(
                Object value, JsonGenerator generator, SerializationContext context, TypeSerializer typed) {
            inner.serializeWithType(value, generator, context, typed);
        }
    }

    /** Writes a set in the order of its elements' canonical forms: equal sets may iterate differently. */
    private static final class Sorted extends Around {
        private final Function<@Nullable Object, byte[]> canonical;

        Sorted(ValueSerializer<?> inner, Function<@Nullable Object, byte[]> canonical) {
            super(inner);
            this.canonical = canonical;
        }

        @Override
        public ValueSerializer<?> createContextual(SerializationContext context, @Nullable BeanProperty property) {
            return new Sorted(context.handleSecondaryContextualization(inner, property), canonical);
        }

        @Override
        public void serialize(Object value, JsonGenerator generator, SerializationContext context) {
            inner.serialize(sorted(value), generator, context);
        }

        @Override
        public void serializeWithType(
                Object value, JsonGenerator generator, SerializationContext context, TypeSerializer typed) {
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
