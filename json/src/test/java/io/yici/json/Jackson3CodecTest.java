package io.yici.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.json.jackson3.Jackson3Codec;
import io.yici.store.Codec;
import io.yici.store.CodecException;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdScalarSerializer;

class Jackson3CodecTest extends JsonCodecContract {
    private final Jackson3Codec codec = new Jackson3Codec();

    @Override
    protected Codec codec() {
        return codec;
    }

    @Override
    protected Codec codec(ReadBack readBack) {
        return new Jackson3Codec(List.of(), readBack);
    }

    @Test
    void aModuleTeachesItATypeOfTheApplication() {
        Weight weight = Weight.ofGrams(7);
        assertThatThrownBy(() -> codec.encode(weight, Weight.class)).isInstanceOf(CodecException.class);
        Jackson3Codec taught = new Jackson3Codec(
                List.of(new SimpleModule().addSerializer(new Grams()).addDeserializer(Weight.class, new OfGrams())));
        taught.check(Weight.class);
        byte[] bytes = taught.encode(weight, Weight.class);
        assertThat(bytes).asString().isEqualTo("7");
        assertThat(taught.decode(bytes, taught.contentType(), Weight.class)).isEqualTo(weight);
        assertThat(taught.canonical(List.of(weight))).asString().isEqualTo("[7]");
    }

    private static final class Grams extends StdScalarSerializer<Weight> {
        Grams() {
            super(Weight.class);
        }

        @Override
        public void serialize(Weight weight, JsonGenerator generator, SerializationContext context) {
            generator.writeNumber(weight.inGrams());
        }
    }

    private static final class OfGrams extends StdScalarDeserializer<Weight> {
        OfGrams() {
            super(Weight.class);
        }

        @Override
        public Weight deserialize(JsonParser parser, DeserializationContext context) {
            return Weight.ofGrams(parser.getLongValue());
        }
    }
}
