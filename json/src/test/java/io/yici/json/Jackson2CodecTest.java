package io.yici.json;

import io.yici.json.jackson2.Jackson2Codec;
import io.yici.store.Codec;

class Jackson2CodecTest extends CodecContract {
    private final Jackson2Codec codec = new Jackson2Codec();

    @Override
    protected Codec codec() {
        return codec;
    }
}
