package io.yici;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Data flows one way: users call, the engine decides, a store makes one step atomic. */
class ArchitectureTest {
    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.yici");

    @Test
    void theEngineKnowsNoSqlAndNoDatabase() {
        noClasses()
                .that()
                .resideInAPackage("io.yici.internal..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "javax.sql..", "io.yici.jdbc..")
                .check(CORE);
    }

    @Test
    void whatStoresImplementKnowsNeitherTheEngineNorADatabase() {
        noClasses()
                .that()
                .resideInAPackage("io.yici.store..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "javax.sql..", "io.yici.jdbc..", "io.yici.internal..")
                .check(CORE);
    }

    @Test
    void whatUsersCallKnowsNoDatabaseAndNoStore() {
        noClasses()
                .that()
                .resideInAPackage("io.yici")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "javax.sql..", "io.yici.jdbc..", "io.yici.store..")
                .check(CORE);
    }

    @Test
    void theStoreDecidesNothing() {
        noClasses()
                .that()
                .resideInAPackage("io.yici.jdbc..")
                .and()
                .haveNameNotMatching(".*\\.(JdbcYici|JdbcYiciBuilder|JoinedYici)(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.yici.internal..")
                .check(CORE);
    }

    @Test
    void statesNeedNoStore() {
        noClasses()
                .that()
                .resideInAPackage("io.yici.state..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.yici.jdbc..", "io.yici.store..")
                .check(CORE);
    }

    @Test
    void coreStandsOnTheJdkAndSlf4jAlone() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages(
                        "io.yici..", "java..", "javax.crypto..", "javax.sql..", "org.slf4j..", "org.jspecify..")
                .check(CORE);
    }
}
