package io.yici.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.yici.services.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose and which operation a key belongs to: vectors 18 to 22, B01 and B02. */
class ScopeVectorsTest extends Vectors {
    private final String order = fresh("scope");
    private final String key = fresh("k");
    private final Ask ask = Ask.post("/orders").key(key).json(body(order));

    ScopeVectorsTest(TestDatabase database) {
        super(database);
    }

    @Test
    void vector18OneKeyOnTwoRoutesIsTwoRequests() {
        Reply a = isFirst(201, send(ask.to("/a")));
        Reply b = isFirst(201, send(ask.to("/b")));
        assertThat(a.text()).contains("\"desk\":\"a\"");
        assertThat(b.text()).contains("\"desk\":\"b\"");
        isReplayOf(a, send(ask.to("/a")));
        isReplayOf(b, send(ask.to("/b")));
        happened(order, 2);
    }

    @Test
    void vector19OneKeyOnTwoItemsIsTwoRequests() {
        Reply one = isFirst(200, send(ask.to("/items/1").by("PUT")));
        Reply two = isFirst(200, send(ask.to("/items/2").by("PUT")));
        assertThat(one.text()).contains("\"item\":\"1\"");
        assertThat(two.text()).contains("\"item\":\"2\"");
        isReplayOf(one, send(ask.to("/items/1").by("PUT")));
        isReplayOf(two, send(ask.to("/items/2").by("PUT")));
        happened(order + "/1", 1);
        happened(order + "/2", 1);
    }

    /** Decoded they are one item; coded they must not be taken for a path with more parts. */
    @Test
    void vector19AnItemIsKnownByItsDecodedName() {
        Reply first = isFirst(200, send(ask.to("/items/t%65a").by("PUT")));
        isReplayOf(first, send(ask.to("/items/tea").by("PUT")));
        happened(order + "/tea", 1);
    }

    /** And B02. */
    @Test
    void b02OneKeyOnAnotherResourceOrMethodNeverGetsTheAnswerOfTheFirst() {
        Reply changed = isFirst(200, send(ask.to("/items/1").by("PUT")));
        isFirst(200, send(ask.to("/items/2").by("PUT")));
        Reply closed = isFirst(200, send(ask.to("/items/2/close")));
        assertThat(closed.text()).contains("\"what\":\"closed\"");
        isProblem(422, "mismatch", send(ask.to("/items/1?dryRun=true").by("PUT")));
        isReplayOf(changed, send(ask.to("/items/1").by("PUT")));
        happened(order + "/1", 1);
        happened(order + "/2", 1);
        happened(order + "/2/close", 1);
    }

    /** And B01, steps 1 and 2. */
    @Test
    void vector20TwoUsersWithOneKeyAndOneBodyAreTwoRequests() {
        Reply ofAlice = isFirst(201, send(ask));
        Reply ofBob = isFirst(201, send(ask.as("bob")));
        assertThat(ofBob.text()).contains("\"user\":\"bob\"").doesNotContain("alice");
        assertThat(ofBob.header("Location")).isNotEqualTo(ofAlice.header("Location"));
        assertThat(ofBob.header("ETag")).isNotEqualTo(ofAlice.header("ETag"));
        isReplayOf(ofAlice, send(ask));
        isReplayOf(ofBob, send(ask.as("bob")));
        happened(order, 2);
    }

    /** B01, step 3. */
    @Test
    void b01ASquatterDoesNotTakeTheKeyOfAnother() {
        isFirst(201, send(ask.as("mallory").json(body(fresh("other")))));
        isFirst(201, send(ask));
        happened(order, 1);
    }

    /** B01, step 4. */
    @Test
    void b01AnonymousUsersAreRefusedAndNotPooledTogether() {
        isProblem(403, "caller-missing", send(ask.anonymous()));
        isProblem(403, "caller-missing", send(ask.anonymous()));
        happened(order, 0);
    }

    @Test
    void vector21AFreshAccessTokenIsTheSameUser() {
        Reply first = isFirst(201, send(ask.token("alice.1")));
        isReplayOf(first, send(ask.token("alice.2")));
        happened(order, 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"filter", "interceptor"})
    void vector22WithoutTheRightAnymoreTheAnswerIsNotShown(String where) {
        String user = fresh("user");
        Ask theirs = ask.as(user);
        Reply first = isFirst(201, send(theirs));
        bean(FrontDoor.Refused.class).refuse(user, where, 403);
        Reply refused = isFirst(403, send(theirs));
        assertThat(refused.body()).isEmpty();
        assertThat(refused.header("Location")).isEmpty();
        assertThat(refused.header("ETag")).isEmpty();
        bean(FrontDoor.Refused.class).readmit(user);
        isReplayOf(first, send(theirs));
        happened(order, 1);
    }
}
