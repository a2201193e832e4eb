package io.yici.json;

import io.yici.json.jackson3.Jackson3Codec;
import io.yici.store.Codec;
import java.util.List;

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
}
