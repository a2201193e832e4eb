package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.test.Race;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;

/** Clients that all ask at the same moment. */
final class Crowd {
    private static final Duration LIMIT = Duration.ofSeconds(90);

    private Crowd() {}

    /** A hundred, released by a barrier; every one has to get some answer. */
    static List<Answer> hundredAtOnce(IntFunction<Answer> ask) {
        return Race.within(LIMIT).<Answer>run(100, runner -> () -> ask.apply(runner)).stream()
                .map(Crowd::answer)
                .toList();
    }

    private static Answer answer(Race.Finish<Answer> finish) {
        assertThat(finish.thrown()).isNull();
        return Objects.requireNonNull(finish.value());
    }
}
