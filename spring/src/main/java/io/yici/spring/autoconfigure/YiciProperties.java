package io.yici.spring.autoconfigure;

import io.yici.spring.service.StartChecks.SelfInvocation;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings {@code yici.*}. Those of single operations, {@code yici.operations.<name>.*}, are read by
 * {@link OperationProperties}, because operation names hold dots.
 *
 * @param enabled Whether methods are guarded. Off, for tests of the business alone, everything runs each time it is
 *     called.
 * @param tablePrefix Beginning of the names of Yici's tables.
 * @param schema Schema (on MySQL and MariaDB, database) of Yici's tables; where connections look by themselves when
 *     unset.
 * @param createSchema Whether missing tables are created at start.
 * @param answersFor How long a record answers repeats.
 * @param refusesFor How long repeats are refused after that, instead of run again.
 * @param waitsFor How long a repeat waits for a running rival before it is refused as in progress.
 * @param leasesFor How long a call of another system is taken to be running, before its outcome is called unknown.
 * @param retries How often the work is run again after a serialization failure, deadlock or busy database.
 * @param selfInvocation What is done about calls of a guarded method on this, which no proxy sees.
 * @param trustRouting Whether a routing data source is taken as leading every read-write transaction of a caller to one
 *     database, inside and outside of requests.
 * @param cleanup Clean-up of expired records.
 * @param cache Local cache of committed records; needs Caffeine.
 * @param external Calls to other systems.
 * @param inbox Messages that come in.
 * @param outbox Messages that go out.
 * @param web What HTTP clients of a servlet application see.
 */
@ConfigurationProperties("yici")
public record YiciProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("yici_") String tablePrefix,
        @Nullable String schema,
        @DefaultValue("embedded") CreateSchema createSchema,
        @DefaultValue("7d") Duration answersFor,
        @DefaultValue("30d") Duration refusesFor,
        @DefaultValue("1s") Duration waitsFor,
        @DefaultValue("60s") Duration leasesFor,
        @DefaultValue("3") int retries,
        @DefaultValue("refuse") SelfInvocation selfInvocation,
        @DefaultValue("false") boolean trustRouting,
        @DefaultValue Cleanup cleanup,
        @DefaultValue Cache cache,
        @DefaultValue External external,
        @DefaultValue Inbox inbox,
        @DefaultValue Outbox outbox,
        @DefaultValue Web web) {

    /** Whether missing tables are created at start. */
    public enum CreateSchema {
        /** They are there already, by Flyway, Liquibase or hand. */
        NEVER,
        /** On H2 and SQLite in this process. */
        EMBEDDED,
        /** On every database; needs the right to. */
        ALWAYS
    }

    /**
     * Clean-up of expired records.
     *
     * @param enabled Whether this node cleans up.
     * @param every How often this node cleans up.
     * @param batchSize How many records are cleaned up in one transaction.
     */
    public record Cleanup(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("30s") Duration every,
            @DefaultValue("500") int batchSize) {}

    /**
     * Local cache of committed records; needs Caffeine.
     *
     * @param enabled Whether records are kept near.
     * @param maximumSize How many records are kept near.
     * @param keepAtMost How long a record is kept near at most; for that long this node may go on answering after a key
     *     was forgotten elsewhere.
     */
    public record Cache(
            @DefaultValue("false") boolean enabled,
            @DefaultValue("10000") long maximumSize,
            @DefaultValue("1m") Duration keepAtMost) {}

    /**
     * Calls to other systems that are declared as ExternalStep beans.
     *
     * @param settle Whether this node goes on with calls that nobody is at.
     * @param settleEvery How often it does.
     * @param batchSize How many calls it takes up in one round.
     */
    public record External(
            @DefaultValue("true") boolean settle,
            @DefaultValue("5s") Duration settleEvery,
            @DefaultValue("50") int batchSize) {}

    /**
     * Messages that come in, for subscriptions that are declared as beans.
     *
     * @param enabled Whether this node runs messages that were parked and released.
     * @param pollEvery How often it looks for them.
     */
    public record Inbox(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("1s") Duration pollEvery) {}

    /**
     * Messages that go out; sent where a MessageSender is a bean.
     *
     * @param enabled Whether there is an Outbox bean.
     * @param relay Whether this node sends what is published.
     * @param batchSize Most messages read at once, 1 to 10000.
     * @param pollEvery How often it looks for what other nodes have published, or what failed.
     * @param lease How long a node that stopped keeps its messages from others; longer than the sender's delivery
     *     time-out.
     * @param tries After how many failures a message is parked.
     * @param backoffFrom Wait after the first failure of a message; doubles with each.
     * @param backoffTo Longest wait after a failure.
     * @param pauseFrom First wait for a broker that takes nothing; doubles with each.
     * @param pauseTo Longest wait for a broker that takes nothing.
     * @param keepSentFor How long a message is kept after it was sent; zero deletes it then.
     */
    public record Outbox(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("true") boolean relay,
            @DefaultValue("500") int batchSize,
            @DefaultValue("1s") Duration pollEvery,
            @DefaultValue("20s") Duration lease,
            @DefaultValue("10") int tries,
            @DefaultValue("1s") Duration backoffFrom,
            @DefaultValue("5m") Duration backoffTo,
            @DefaultValue("200ms") Duration pauseFrom,
            @DefaultValue("30s") Duration pauseTo,
            @DefaultValue("0s") Duration keepSentFor) {}

    /**
     * What HTTP clients of a servlet application see.
     *
     * @param retryAfter How long clients are told to wait before they ask again, in whole seconds.
     * @param replayHeader Whether replays carry the header Idempotent-Replayed.
     * @param problems Whether refusals are rendered as RFC 9457 problem details.
     */
    public record Web(
            @DefaultValue("1s") Duration retryAfter,
            @DefaultValue("true") boolean replayHeader,
            @DefaultValue("true") boolean problems) {}
}
