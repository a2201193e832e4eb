package io.yici.json.jackson2;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.databind.AbstractTypeResolver;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.module.SimpleDeserializers;
import com.fasterxml.jackson.databind.ser.Serializers;
import io.yici.json.internal.NotValues;
import io.yici.store.CodecException;
import java.time.Year;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What Jackson does not do by a setting: sets and maps keep the order they were written in, streams are not used up.
 */
final class AnswerModule extends Module {
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
        context.addDeserializers(new SimpleDeserializers(Map.of(Locale.class, new Forms.Locales())));
        context.configOverride(Year.class).setFormat(JsonFormat.Value.forShape(JsonFormat.Shape.NUMBER_INT));
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

    private static final class Values extends Serializers.Base {
        @Override
        public @Nullable JsonSerializer<?> findSerializer(
                SerializationConfig config, JavaType type, BeanDescription description) {
            String reason = NotValues.reason(type.getRawClass());
            return reason == null
                    ? Forms.serializer(type)
                    : new Refusing(type.getRawClass().getName() + " cannot be stored: " + reason);
        }
    }

    /** Jackson would write a stream by reading it to its end. */
    private static final class Refusing extends JsonSerializer<Object> {
        private final String reason;

        Refusing(String reason) {
            this.reason = reason;
        }

        @Override
        public void serialize(Object value, JsonGenerator generator, SerializerProvider context) {
            throw new CodecException(reason, null);
        }

        @Override
        public void serializeWithType(
                Object value, JsonGenerator generator, SerializerProvider context, TypeSerializer typeIds) {
            throw new CodecException(reason, null);
        }
    }
}
