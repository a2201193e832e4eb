package io.yici.json;

import io.yici.json.jackson2.Jackson2Codec;
import io.yici.store.Codec;
import java.util.List;

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
}
