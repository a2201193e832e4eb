package io.yici.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import com.microsoft.playwright.impl.driver.Driver;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Runs what is under {@code src/test/js} by Node's own test runner; each test there is one here. */
class ModulesTest {
    private static final int MINUTES = 5;

    @TestFactory
    Stream<DynamicTest> everyModuleDoesWhatItSays() throws Exception {
        Path reports = Files.createDirectories(Path.of("target/node-reports"));
        List<Path> files = testFiles();
        Path report = reports.resolve("tests.xml");
        Path output = reports.resolve("output.txt");
        List<String> command = new ArrayList<>(
                List.of(node().toString(), "--test", "--test-reporter=junit", "--test-reporter-destination=" + report));
        files.forEach(file -> command.add(file.toString()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
        process.destroyForcibly();
        assertThat(ended).as("ends; %s", output).isTrue();
        List<DynamicTest> tests = tests(report);
        // A file that cannot be read at all is a failed test of its own name.
        assertThat(tests).as("tests; %s", Files.readString(output)).hasSizeGreaterThan(files.size());
        if (process.exitValue() != 0) {
            tests.add(DynamicTest.dynamicTest("everything", () -> fail("Node.js ended with " + process.exitValue())));
        }
        return tests.stream();
    }

    private static Path node() {
        Path driver = Driver.ensureDriverInstalled(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"), false)
                .driverDir();
        return driver.resolve(File.separatorChar == '\\' ? "node.exe" : "node");
    }

    private static List<Path> testFiles() throws Exception {
        try (Stream<Path> files = Files.list(Path.of("src/test/js"))) {
            return files.filter(file -> file.toString().endsWith(".test.js"))
                    .sorted()
                    .toList();
        }
    }

    private static List<DynamicTest> tests(Path report) throws Exception {
        Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(report.toFile());
        NodeList cases = document.getElementsByTagName("testcase");
        return new ArrayList<>(IntStream.range(0, cases.getLength())
                .mapToObj(index -> (Element) cases.item(index))
                .map(ModulesTest::test)
                .toList());
    }

    private static DynamicTest test(Element found) {
        NodeList failures = found.getElementsByTagName("failure");
        return DynamicTest.dynamicTest(found.getAttribute("name"), () -> {
            if (failures.getLength() > 0) {
                fail(failures.item(0).getTextContent());
            }
            assertThat(found.getElementsByTagName("skipped").getLength()).isZero();
        });
    }
}
