package io.yici.http;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The protocol knows no server, no framework and no way of parsing JSON; and not who calls. */
class ArchitectureTest {
    private static final JavaClasses HTTP = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.yici.http");

    @Test
    void theProtocolStandsOnTheJdkAndItsOwnHouse() {
        noClasses()
                .that()
                .resideInAPackage("io.yici.http")
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages(
                        "io.yici",
                        "io.yici.guard",
                        "io.yici.http",
                        "io.yici.json",
                        "java..",
                        "org.greenbytes..",
                        "org.jspecify..")
                .check(HTTP);
    }

    @Test
    void onlyTheBindingsOfCallersKnowAClientLibrary() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.yici.http.client.spring", "io.yici.http.client.feign")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework..", "feign..")
                .check(HTTP);
    }

    @Test
    void nothingHereKnowsAServer() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.springframework.web.servlet..",
                        "org.springframework.boot..",
                        "jakarta..",
                        "javax.servlet..",
                        "com.fasterxml..",
                        "tools.jackson..",
                        "io.yici.internal..",
                        "io.yici.json.internal..")
                .check(HTTP);
    }

    @Test
    void serverAndCallerDoNotKnowEachOther() {
        noClasses()
                .that()
                .resideInAPackage("io.yici.http")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.yici.http.client..")
                .check(HTTP);
        noClasses()
                .that()
                .resideInAPackage("io.yici.http.client..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.yici.http")
                .check(HTTP);
    }

    @Test
    void structuredFieldsAreReadInOnePlace() {
        noClasses()
                .that()
                .resideInAPackage("io.yici.http")
                .and()
                .doNotHaveSimpleName("KeyHeader")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.greenbytes..")
                .check(HTTP);
    }
}
