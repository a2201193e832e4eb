package io.yici.json;

import io.yici.json.jackson3.Jackson3Codec;
import io.yici.store.Codec;

class Jackson3CodecTest extends CodecContract {
    private final Jackson3Codec codec = new Jackson3Codec();

    @Override
    protected Codec codec() {
        return codec;
    }
}
