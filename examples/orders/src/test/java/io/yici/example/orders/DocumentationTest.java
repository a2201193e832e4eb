package io.yici.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every Java block of the documentation compiles, and the two READMEs show the same code. */
class DocumentationTest {
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final String IMPORTS = """
            import io.yici.*;
            import io.yici.Answer;
            import io.yici.external.*;
            import io.yici.guard.*;
            import io.yici.inbox.*;
            import java.util.List;
            import io.yici.jdbc.*;
            import io.yici.json.jackson3.Jackson3Codec;
            import io.yici.redis.*;
            import io.lettuce.core.RedisClient;
            import io.yici.lease.*;
            import io.yici.http.client.webhook.*;
            import io.yici.messaging.rocketmq.RocketInbox;
            import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
            import io.yici.outbox.*;
            import io.yici.spring.kafka.*;
            import org.springframework.kafka.annotation.KafkaListener;
            import org.springframework.kafka.listener.*;
            import org.springframework.kafka.listener.ContainerProperties.AckMode;
            import org.springframework.messaging.handler.annotation.Header;
            import io.yici.spring.*;
            import io.yici.spring.state.*;
            import io.yici.state.*;
            import io.yici.http.client.*;
            import java.net.http.*;
            import java.net.http.HttpResponse.BodyHandlers;
            import java.nio.file.Path;
            import java.time.Duration;
            import java.util.Optional;
            import io.yici.http.Problem;
            import org.springframework.context.annotation.Configuration;
            import org.springframework.http.HttpStatus;
            import org.springframework.http.ResponseEntity;
            import org.springframework.web.servlet.HandlerExceptionResolver;
            import org.springframework.web.servlet.ModelAndView;
            import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
            import java.util.Map;
            import java.util.concurrent.CompletableFuture;
            import java.util.concurrent.CompletionStage;
            import io.yici.messaging.kafka.KafkaSender;
            import org.springframework.beans.factory.annotation.Value;
            import org.springframework.jdbc.core.simple.JdbcClient;
            import org.springframework.context.annotation.Bean;
            import org.springframework.transaction.annotation.Transactional;
            import org.springframework.web.bind.annotation.*;
            import java.sql.Connection;
            import java.time.Duration;
            import javax.sql.DataSource;
            """;
    private static final String SURROUNDINGS = """
            record Receipt(String orderNo) {}
            record PlaceOrder(String key, String userId) {}
            interface Orders { Receipt place(Connection connection, Object request); Receipt insert(Object order); }
            interface Stock { Object take(PlaceOrder order); }
            record ChargeRequest(String orderNo) {}
            record ChargeResult(String reference) {}
            interface Gateway {
                Evidence<ChargeResult> charge(ChargeRequest input, String key, Duration timeLeft);
                Evidence<ChargeResult> find(String key);
            }
            interface Books { ChargeRequest payable(String orderNo); void paid(String no, String ref); void unpaid(String no); }
            Gateway gateway; Books books; ChargeResult result; String stepKey;
            ExternalStep<ChargeRequest, ChargeResult, String> charge; JdbcYici yici;
            enum OrderStatus { NEW, PAYING, PAID, CANCELLED }
            void book(Connection connection, byte[] payload) {} void book(JdbcClient jdbc, byte[] payload) {} Inbox inbox; List<Received> batch;
            Outbox outbox; MessageSender sender; byte[] json; String text; Inboxes inboxes; Points points;
            interface Points { void add(String event); }
            ConcurrentMessageListenerContainer<byte[], byte[]> container;
            StateMachine<OrderStatus> states; Connection connection; String orderNo;
            Orders orders; Stock stock; DataSource dataSource; String key; Object request; HttpRequest order; byte[] secret; byte[] formerSecret;
            """;

    @TempDir
    Path classes;

    @Test
    void everyJavaBlockCompiles() throws IOException {
        List<Path> documents = documents();
        assertThat(documents).anyMatch(document -> document.endsWith("README.md"));
        for (Path document : documents) {
            for (String block : blocks(document)) {
                String members = block.strip().startsWith("@") || block.strip().startsWith("class ")
                        ? block
                        : "void shown() throws Exception {\n" + block + "}";
                assertThat(faults(IMPORTS + "class Shown {\n" + SURROUNDINGS + members + "\n}"))
                        .as("%s:%n%s", document.getFileName(), block)
                        .isEmpty();
            }
        }
    }

    @Test
    void bothReadmesShowTheSameCode() throws IOException {
        assertThat(withoutComments(root().resolve("README.zh-CN.md")))
                .isNotEmpty()
                .isEqualTo(withoutComments(root().resolve("README.md")));
    }

    @Test
    void orderStatesAreShownAsTheyAreDeclared() throws IOException {
        String diagram = new OrderStates().orderMachine().diagram();

        assertThat(Files.readString(root().resolve("docs/payments.md")))
                .contains("```mermaid\n" + diagram.strip() + "\n```");
    }

    private static List<String> withoutComments(Path document) throws IOException {
        return blocks(document).stream()
                .map(block -> block.replaceAll("\\s*//.*", ""))
                .toList();
    }

    private static List<String> blocks(Path document) throws IOException {
        List<String> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(Files.readString(document));
        while (matcher.find()) {
            blocks.add(matcher.group(1));
        }
        return blocks;
    }

    private List<String> faults(String source) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        JavaFileObject file = new SimpleJavaFileObject(URI.create("string:///Shown.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        compiler.getTask(
                        null,
                        compiler.getStandardFileManager(diagnostics, Locale.ROOT, StandardCharsets.UTF_8),
                        diagnostics,
                        List.of("-proc:none", "-parameters", "-d", classes.toString(), "-cp", classPath),
                        null,
                        List.of(file))
                .call();
        return diagnostics.getDiagnostics().stream()
                .filter(fault -> fault.getKind() == Diagnostic.Kind.ERROR)
                .map(Object::toString)
                .collect(Collectors.toList());
    }

    private static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>(List.of(root().resolve("README.md"), root().resolve("README.zh-CN.md")));
        try (var files = Files.list(root().resolve("docs"))) {
            files.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
        }
        return documents;
    }

    private static Path root() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.exists(directory.resolve("CHANGELOG.md"))) {
            directory = Objects.requireNonNull(directory.getParent());
        }
        return directory;
    }
}
