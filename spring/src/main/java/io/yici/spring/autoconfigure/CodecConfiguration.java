package io.yici.spring.autoconfigure;

import io.yici.json.jackson2.Jackson2Codec;
import io.yici.json.jackson3.Jackson3Codec;
import io.yici.store.Codec;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Answers are stored as JSON, by Jackson 3 where it is there, else by Jackson 2; both write and read the same. */
@Configuration(proxyBeanMethods = false)
class CodecConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "tools.jackson.databind.json.JsonMapper")
    static class Jackson3 {
        @Bean
        @ConditionalOnMissingBean
        Codec yiciCodec() {
            return new Jackson3Codec();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(
            name = {
                "com.fasterxml.jackson.databind.ObjectMapper",
                "com.fasterxml.jackson.datatype.jdk8.Jdk8Module",
                "com.fasterxml.jackson.datatype.jsr310.JavaTimeModule",
                "com.fasterxml.jackson.module.paramnames.ParameterNamesModule"
            })
    static class Jackson2 {
        @Bean
        @ConditionalOnMissingBean
        Codec yiciCodec() {
            return new Jackson2Codec();
        }
    }
}
