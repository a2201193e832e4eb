package io.yici.store;

import org.jspecify.annotations.Nullable;

/**
 * What changes of a kept message.
 *
 * @param state how it stands
 * @param tries how often it was tried
 * @param reason what happened last, cut to {@link StepProgress#REASON_LENGTH} characters
 */
public record ParkedProgress(
        ParkedState state, int tries, @Nullable String reason) {
    /** Cuts the reason. */
    public ParkedProgress {
        reason = Reasons.cut(reason);
    }

    /** In another state. */
    public ParkedProgress in(ParkedState other) {
        return new ParkedProgress(other, tries, reason);
    }

    /** With so many tries. */
    public ParkedProgress tried(int times) {
        return new ParkedProgress(state, times, reason);
    }

    /** For another reason; null leaves the one there is. */
    public ParkedProgress because(@Nullable String why) {
        return why == null ? this : new ParkedProgress(state, tries, why);
    }
}
