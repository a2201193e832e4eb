package io.yici.messaging;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A binding knows its own client and what core offers for messages, and nothing else. */
class ArchitectureTest {
    private static final JavaClasses MESSAGING = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.yici.messaging");

    @ParameterizedTest
    @CsvSource({"kafka,org.apache.kafka..", "rabbitmq,com.rabbitmq.client..", "rocketmq,org.apache.rocketmq.."})
    void bindingKnowsItsClientAndCore(String binding, String client) {
        String own = "io.yici.messaging." + binding;
        classes()
                .that()
                .resideInAPackage(own)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        own,
                        client,
                        "io.yici.inbox",
                        "io.yici.messaging.internal",
                        "io.yici.outbox",
                        "java.lang..",
                        "java.util..",
                        "java.io",
                        "java.nio..",
                        "java.time",
                        "org.slf4j",
                        "org.jspecify.annotations")
                .check(MESSAGING);
    }

    @Test
    void whatTheyHaveInCommonKnowsNoClient() {
        classes()
                .that()
                .resideInAPackage("io.yici.messaging.internal")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.yici.messaging.internal",
                        "io.yici.inbox",
                        "java.lang..",
                        "java.util..",
                        "java.time",
                        "org.slf4j",
                        "org.jspecify.annotations")
                .check(MESSAGING);
    }
}
