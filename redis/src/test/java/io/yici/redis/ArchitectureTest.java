package io.yici.redis;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Redis hangs on what core offers to implement, decides nothing, and only some classes know the client. */
class ArchitectureTest {
    private static final JavaClasses REDIS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.yici.redis");

    @Test
    void redisKnowsNeitherTheEngineNorDatabasesNorDoors() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.yici.internal..", "io.yici.jdbc..", "io.yici.http..", "io.yici.spring..", "java.sql..")
                .check(REDIS);
    }

    @Test
    void onlyTheSeamAndTheChecksKnowLettuce() {
        noClasses()
                .that()
                .haveNameNotMatching(".*\\.(Lettuce.*|Line(\\$.*)?|RedisChecks(\\$.*)?)")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.lettuce..")
                .check(REDIS);
    }
}
