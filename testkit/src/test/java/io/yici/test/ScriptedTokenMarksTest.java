package io.yici.test;

import io.yici.guard.TokenMarks;
import java.io.IOException;

class ScriptedTokenMarksTest extends TokenMarksContract {
    private final ScriptedTokenMarks marks = new ScriptedTokenMarks();

    @Override
    protected TokenMarks marks() {
        return marks;
    }

    @Override
    protected TokenMarks unreachable() {
        ScriptedTokenMarks gone = new ScriptedTokenMarks();
        gone.fail(new IOException("gone"));
        return gone;
    }
}
