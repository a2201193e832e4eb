package io.yici.example.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The module's README shows what there is. */
class ReadmeTest {
    private static final Pattern JSON = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL);
    private static final Pattern OPTIONS = Pattern.compile("gateway-process\\.jar (.*)");

    @Test
    void everySwitchIsNamed() throws IOException {
        String readme = readme();

        for (String name : Switches.off().json().keySet()) {
            assertThat(readme).contains("`" + name + "`");
        }
    }

    @Test
    void switchesOfTheExampleAreAccepted() throws IOException {
        List<String> examples =
                JSON.matcher(readme()).results().map(found -> found.group(1)).toList();

        try (Gateway gateway = Gateway.start(0, GatewayOptions.defaults())) {
            assertThat(examples).isNotEmpty();
            for (String example : examples) {
                assertThat(Caller.of(gateway).put("/switches", example).status())
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void optionsOfTheExampleAreOptions() throws IOException {
        MatchResult command = OPTIONS.matcher(readme()).results().findFirst().orElseThrow();
        List<String> known = List.of(GatewayProcess.help().split("\\W+"));

        assertThat(command.group(1).split(" "))
                .filteredOn(word -> word.startsWith("--"))
                .isNotEmpty()
                .allSatisfy(option -> assertThat(known).contains(option.substring(2)));
    }

    private static String readme() throws IOException {
        return Files.readString(Path.of("README.md"));
    }
}
