package io.yici.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import io.yici.json.jackson2.Jackson2Codec;
import io.yici.store.Codec;
import io.yici.store.CodecException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class Jackson2CodecTest extends JsonCodecContract {
    private final Jackson2Codec codec = new Jackson2Codec();

    @Override
    protected Codec codec() {
        return codec;
    }

    @Override
    protected Codec codec(ReadBack readBack) {
        return new Jackson2Codec(List.of(), readBack);
    }

    @Test
    void aModuleTeachesItATypeOfTheApplication() {
        Weight weight = Weight.ofGrams(7);
        assertThatThrownBy(() -> codec.encode(weight, Weight.class)).isInstanceOf(CodecException.class);
        Jackson2Codec taught = new Jackson2Codec(
                List.of(new SimpleModule().addSerializer(new Grams()).addDeserializer(Weight.class, new OfGrams())));
        taught.check(Weight.class);
        byte[] bytes = taught.encode(weight, Weight.class);
        assertThat(bytes).asString().isEqualTo("7");
        assertThat(taught.decode(bytes, taught.contentType(), Weight.class)).isEqualTo(weight);
        assertThat(taught.canonical(List.of(weight))).asString().isEqualTo("[7]");
    }

    private static final class Grams extends StdScalarSerializer<Weight> {
        private static final long serialVersionUID = 1L;

        Grams() {
            super(Weight.class);
        }

        @Override
        public void serialize(Weight weight, JsonGenerator generator, SerializerProvider context) throws IOException {
            generator.writeNumber(weight.inGrams());
        }
    }

    private static final class OfGrams extends StdScalarDeserializer<Weight> {
        private static final long serialVersionUID = 1L;

        OfGrams() {
            super(Weight.class);
        }

        @Override
        public Weight deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            return Weight.ofGrams(parser.getLongValue());
        }
    }
}
