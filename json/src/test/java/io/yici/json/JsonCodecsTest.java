package io.yici.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.fasterxml.jackson.module.paramnames.ParameterNamesModule;
import io.yici.store.Codec;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Each case is a class path of its own, as an application may have it. */
class JsonCodecsTest {
    private static final Class<?>[] JACKSON_2 = {
        com.fasterxml.jackson.core.JsonFactory.class,
        ObjectMapper.class,
        JsonFormat.class,
        Jdk8Module.class,
        JavaTimeModule.class,
        ParameterNamesModule.class
    };
    private static final Class<?>[] JACKSON_3 = {
        tools.jackson.core.json.JsonFactory.class, JsonMapper.class, JsonFormat.class
    };

    @Test
    void withoutJacksonThereIsNoCodec() throws Exception {
        assertThat(detectedOn()).isEmpty();
    }

    @Test
    void jackson3IsFoundAlone() throws Exception {
        assertThat(detectedOn(JACKSON_3)).contains("io.yici.json.jackson3.Jackson3Codec");
    }

    @Test
    void jackson2IsFoundAlone() throws Exception {
        assertThat(detectedOn(JACKSON_2)).contains("io.yici.json.jackson2.Jackson2Codec");
    }

    @Test
    void jackson2WithoutItsModulesIsNotEnough() throws Exception {
        for (Class<?> missing : JACKSON_2) {
            if (missing != JsonFormat.class && missing.getName().contains("Module")) {
                Class<?>[] rest =
                        Stream.of(JACKSON_2).filter(each -> each != missing).toArray(Class<?>[]::new);
                assertThat(detectedOn(rest)).as("without %s", missing).isEmpty();
            }
        }
    }

    @Test
    void jackson3GoesFirst() throws Exception {
        Class<?>[] both =
                Stream.concat(Stream.of(JACKSON_2), Stream.of(JACKSON_3)).toArray(Class<?>[]::new);
        assertThat(detectedOn(both)).contains("io.yici.json.jackson3.Jackson3Codec");
        assertThat(JsonCodecs.detect()).isPresent();
        assertThat(JsonCodecs.canonicalJson()).isPresent();
    }

    /**
     * The class that is found on a class path of our own jars and those of these classes, after it has done some work.
     */
    private static Optional<String> detectedOn(Class<?>... libraries) throws Exception {
        URL[] places = Stream.concat(Stream.of(JsonCodecs.class, Codec.class), Arrays.stream(libraries))
                .map(each -> each.getProtectionDomain().getCodeSource().getLocation())
                .distinct()
                .toArray(URL[]::new);
        try (URLClassLoader loader = new URLClassLoader(places, ClassLoader.getPlatformClassLoader())) {
            Class<?> codecs = loader.loadClass(JsonCodecs.class.getName());
            Optional<?> codec = (Optional<?>) codecs.getMethod("detect").invoke(null);
            Optional<?> canonical =
                    (Optional<?>) codecs.getMethod("canonicalJson").invoke(null);
            assertThat(canonical.isPresent()).isEqualTo(codec.isPresent());
            if (codec.isEmpty()) {
                return Optional.empty();
            }
            byte[] form = (byte[]) loader.loadClass(Codec.class.getName())
                    .getMethod("canonical", Object.class)
                    .invoke(codec.get(), "text");
            assertThat(form).asString().isEqualTo("\"text\"");
            return Optional.of(codec.get().getClass().getName());
        }
    }
}
