package io.yici.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.yici.inbox.Subscription;
import io.yici.outbox.Outbox;
import io.yici.services.FreshDatabase;
import io.yici.services.TestDatabase;
import io.yici.spring.Applications;
import io.yici.spring.Inboxes;
import io.yici.spring.Outgoing;
import io.yici.spring.SpringYici;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What an application finds whose Yici, or a part of it, is switched off. */
@ExtendWith(OutputCaptureExtension.class)
class SwitchedOffTest {
    private final ApplicationContextRunner application = Applications.onH2();

    @Test
    void subscriptionsAndSendersMayStayWithNobodyToRunThem() {
        application
                .withPropertyValues("yici.enabled=false")
                .withBean(Outgoing.class)
                .withBean(Subscription.class, SwitchedOffTest::subscription)
                .withBean(MayPublish.class)
                .run(context -> {
                    assertThat(context)
                            .hasNotFailed()
                            .doesNotHaveBean(Outbox.class)
                            .doesNotHaveBean(Inboxes.class)
                            .doesNotHaveBean(InboxLifecycle.class)
                            .doesNotHaveBean(RelayLifecycle.class);
                    assertThat(context.getBean(MayPublish.class).outbox().getIfAvailable())
                            .isNull();
                });
    }

    @Test
    void whoeverNeedsAPartThatIsOffIsToldSo(CapturedOutput output) {
        failsToStart(Publishes.class, "yici.enabled=false");
        assertThat(output).contains("io.yici.outbox.Outbox", "because of yici.enabled=false", "ObjectProvider");
        assertThat(output).doesNotContain("Consider defining a bean");
    }

    @Test
    void everyPartIsNamed(CapturedOutput output) {
        failsToStart(Receives.class, "yici.enabled=false");
        failsToStart(Records.class, "yici.enabled=false");
        assertThat(output).contains("io.yici.spring.Inboxes", "io.yici.spring.SpringYici");
    }

    @Test
    void theOutboxAloneMayBeOff(CapturedOutput output) {
        failsToStart(Publishes.class, "yici.outbox.enabled=false");
        assertThat(output).contains("because of yici.outbox.enabled=false", "yici.outbox.relay=false");
    }

    @Test
    void withoutASubscriptionThereAreNoInboxes(CapturedOutput output) {
        failsToStart(Receives.class, "yici.enabled=true");
        assertThat(output).contains("because no Subscription is a bean");
    }

    /** What is not ours is explained by Spring Boot, as ever. */
    @Test
    void otherMissingBeansAreNoneOfOurBusiness(CapturedOutput output) {
        failsToStart(Other.class, "yici.enabled=false");
        assertThat(output).contains("Consider defining a bean");
    }

    private static void failsToStart(Class<?> bean, String setting) {
        try (FreshDatabase database = TestDatabase.H2.create("switched off")) {
            assertThatThrownBy(() -> Applications.start(database, new Class<?>[] {bean}, setting)
                            .close())
                    .isNotNull();
        }
    }

    private static Subscription subscription() {
        return Subscription.named("points.book")
                .group("points")
                .key(message -> message.header("id"))
                .handledBy(message -> {});
    }

    record MayPublish(ObjectProvider<Outbox> outbox) {}

    record Publishes(Outbox outbox) {}

    record Receives(Inboxes inboxes) {}

    record Records(SpringYici yici) {}

    record Other(Thread thread) {}
}
