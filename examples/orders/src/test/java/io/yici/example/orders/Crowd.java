package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.test.Race;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.function.Supplier;

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

    /**
     * One of them placed the order and the others have its answer: by replay, or, when told that it was being placed,
     * on asking again.
     */
    static void assertOneAnswer(List<Answer> answers, Supplier<Answer> again) {
        Answer recorded = again.get();
        assertThat(recorded.status()).isEqualTo(201);
        assertThat(recorded.replayed()).isTrue();
        List<Answer> placed =
                answers.stream().filter(answer -> answer.status() == 201).toList();
        assertThat(placed).filteredOn(answer -> !answer.replayed()).hasSize(1);
        assertThat(placed).map(Answer::body).containsOnly(recorded.body());
        assertThat(answers).filteredOn(answer -> answer.status() != 201).allSatisfy(refused -> {
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.text("code")).isEqualTo("in-progress");
            assertThat(refused.retryable()).isTrue();
            assertThat(refused.header("Retry-After")).isNotEmpty();
        });
    }

    private static Answer answer(Race.Finish<Answer> finish) {
        assertThat(finish.thrown()).isNull();
        return Objects.requireNonNull(finish.value());
    }
}
