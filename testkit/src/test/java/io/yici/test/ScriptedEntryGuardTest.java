package io.yici.test;

import io.yici.guard.EntryGuard;
import java.io.IOException;

class ScriptedEntryGuardTest extends EntryGuardContract {
    private final ScriptedEntryGuard guard = new ScriptedEntryGuard();

    @Override
    protected EntryGuard guard() {
        return guard;
    }

    @Override
    protected EntryGuard unreachable() {
        ScriptedEntryGuard gone = new ScriptedEntryGuard();
        gone.fail(new IOException("gone"));
        return gone;
    }
}
