package io.yici.spring;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The rooms of the starter: transactions know no door, services no HTTP, and only the configuration knows all. */
class ArchitectureTest {
    private static final JavaClasses STARTER = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.yici.spring");

    @Test
    void transactionsKnowNoDoor() {
        without(
                "io.yici.spring.transaction..",
                "io.yici.spring.service..",
                "io.yici.spring.http..",
                "io.yici.spring.web..");
    }

    @Test
    void theDoorOfServicesKnowsNoHttp() {
        without(
                "io.yici.spring.service..",
                "io.yici.spring.http..",
                "io.yici.spring.web..",
                "io.yici.http..",
                "jakarta.servlet..");
    }

    @Test
    void theDoorOfServicesKnowsNoBroker() {
        without("io.yici.spring.service..", "org.springframework.kafka..", "org.springframework.amqp..");
    }

    @Test
    void nothingButTheConfigurationPutsRoomsTogether() {
        for (String room :
                new String[] {"transaction", "service", "http", "web", "security", "cache", "state", "kafka", "rabbitmq"
                }) {
            without("io.yici.spring." + room + "..", "io.yici.spring.autoconfigure..");
        }
    }

    @Test
    void nothingReachesIntoTheEngine() {
        without("io.yici.spring..", "io.yici.internal..");
    }

    private static void without(String room, String... others) {
        noClasses()
                .that()
                .resideInAPackage(room)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others)
                .check(STARTER);
    }
}
