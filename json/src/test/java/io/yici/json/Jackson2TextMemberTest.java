package io.yici.json;

import io.yici.json.jackson2.Jackson2Codec;

class Jackson2TextMemberTest extends TextMemberContract {
    private final CanonicalJson canonical = new Jackson2Codec().canonicalJson();

    @Override
    protected CanonicalJson canonical() {
        return canonical;
    }
}
