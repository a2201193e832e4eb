package io.yici.proof;

import io.yici.external.Evidence;
import io.yici.external.StepCall;
import io.yici.test.EffectLedger;
import java.nio.file.Path;

/** Another system that outlives the processes that call it: its ledger is a file. Charges every time it is asked to. */
final class FileBank implements OtherSide {
    private final EffectLedger ledger;

    FileBank(Path file) {
        this.ledger = EffectLedger.inFile(file);
    }

    @Override
    public Evidence<Receipt> charge(Charge charge, StepCall call) {
        ledger.enter(call.key());
        return receipt(call.key());
    }

    @Override
    public Evidence<Receipt> query(String key) {
        return ledger.count(key) == 0 ? Evidence.absent() : receipt(key);
    }

    private static Evidence<Receipt> receipt(String key) {
        return Evidence.succeeded(new Receipt("ref-" + key.substring(0, 12), 10));
    }

    long charges() {
        return ledger.entries().size();
    }
}
