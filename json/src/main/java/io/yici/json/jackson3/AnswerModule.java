package io.yici.json.jackson3;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.yici.json.internal.NotValues;
import io.yici.store.CodecException;
import java.time.Month;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.Version;
import tools.jackson.databind.AbstractTypeResolver;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.ser.Serializers;
import tools.jackson.databind.ser.std.ToStringSerializer;

/**
 * What Jackson does not do by a setting: sets and maps keep the order they were written in, streams are not used up.
 */
final class AnswerModule extends JacksonModule {
    @Override
    public String getModuleName() {
        return "yici-answers";
    }

    @Override
    public Version version() {
        return Version.unknownVersion();
    }

    @Override
    public void setupModule(SetupContext context) {
        context.addAbstractTypeResolver(new InWrittenOrder());
        context.addSerializers(new Values());
    }

    private static final class InWrittenOrder extends AbstractTypeResolver {
        private static final Map<Class<?>, Class<?>> ORDERED = Map.of(
                Set.class, LinkedHashSet.class,
                HashSet.class, LinkedHashSet.class,
                Map.class, LinkedHashMap.class,
                HashMap.class, LinkedHashMap.class);

        @Override
        public @Nullable JavaType findTypeMapping(DeserializationConfig config, JavaType type) {
            Class<?> ordered = ORDERED.get(type.getRawClass());
            return ordered == null ? null : config.getTypeFactory().constructSpecializedType(type, ordered);
        }
    }

    private static final class Values implements Serializers {
        @Override
        public @Nullable ValueSerializer<?> findSerializer(
                SerializationConfig config,
                JavaType type,
                BeanDescription.Supplier description,
                JsonFormat.@Nullable Value overrides) {
            String reason = NotValues.reason(type.getRawClass());
            return reason == null ? null : new Refusing(type.getRawClass().getName() + " cannot be stored: " + reason);
        }

        /** By name, as other enums: Jackson has numbered months from 0 and from 1. */
        @Override
        public @Nullable ValueSerializer<?> findEnumSerializer(
                SerializationConfig config,
                JavaType type,
                BeanDescription.Supplier description,
                JsonFormat.@Nullable Value overrides) {
            return type.hasRawClass(Month.class) ? new ToStringSerializer(Month.class) : null;
        }
    }

    /** Jackson would write a stream by reading it to its end. */
    private static final class Refusing extends ValueSerializer<Object> {
        private final String reason;

        Refusing(String reason) {
            this.reason = reason;
        }

        @Override
        public void serialize(Object value, JsonGenerator generator, SerializationContext context) {
            throw new CodecException(reason, null);
        }

        @Override
        public void serializeWithType(
                Object value, JsonGenerator generator, SerializationContext context, TypeSerializer typeIds) {
            throw new CodecException(reason, null);
        }
    }
}
