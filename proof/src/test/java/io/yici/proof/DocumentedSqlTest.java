package io.yici.proof;

import static io.yici.proof.Mailroom.message;
import static io.yici.proof.Mailroom.subscription;
import static org.assertj.core.api.Assertions.assertThat;

import io.yici.inbox.Inbox;
import io.yici.outbox.SendResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the documentation tells operators to ask of their database, asked of each while something waits for them. */
class DocumentedSqlTest {
    private static final Pattern BLOCK = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL);

    @ParameterizedTest
    @MethodSource("io.yici.proof.Ground#each")
    void everyQuestionIsAnswered(Ground ground) throws Exception {
        List<String> questions = questions();
        assertThat(questions).hasSizeGreaterThanOrEqualTo(5);
        try (Postbox postbox = Postbox.open(ground);
                Inbox inbox = postbox.yici.inbox(subscription(message -> {
                            throw new IllegalStateException("broken");
                        })
                        .tries(1))) {
            inbox.handle(message("m1").orderedBy("alice"));
            inbox.handle(message("m2").orderedBy("alice"));
            inbox.handle(message("m3").orderedBy("bob"));
            inbox.parked().drop(inbox.parked().list(10).get(2).id(), "alice", "not ours");
            postbox.publish(Postbox.message("o1").orderedBy("alice"));
            ScriptedBroker broker = new ScriptedBroker().answering(message -> new SendResult.Refused("no topic"));
            postbox.outbox.relay(broker, Postbox.QUICK.tries(1)).runOnce();
            for (String question : questions) {
                assertThat(rows(postbox, question)).as(question).isPositive();
            }
        }
    }

    private static List<String> questions() throws IOException {
        return BLOCK.matcher(Files.readString(Path.of("../docs/operations.md")))
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    private static int rows(Postbox postbox, String question) throws SQLException {
        try (Connection connection = postbox.pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(question)) {
            int count = 0;
            while (row.next()) {
                count++;
            }
            return count;
        }
    }
}
