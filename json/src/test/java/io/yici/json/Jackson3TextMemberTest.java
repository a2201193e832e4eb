package io.yici.json;

import io.yici.json.jackson3.Jackson3Codec;

class Jackson3TextMemberTest extends TextMemberContract {
    private final CanonicalJson canonical = new Jackson3Codec().canonicalJson();

    @Override
    protected CanonicalJson canonical() {
        return canonical;
    }
}
