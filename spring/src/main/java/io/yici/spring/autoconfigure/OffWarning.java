package io.yici.spring.autoconfigure;

import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.InitializingBean;

/** Says loudly that nothing is guarded. */
final class OffWarning implements InitializingBean {
    @Override
    public void afterPropertiesSet() {
        LoggerFactory.getLogger(YiciAutoConfiguration.class)
                .warn("yici.enabled=false: NOTHING IS GUARDED. Every call of an @Idempotent method runs, repeats too."
                        + " This is for tests only.");
    }
}
