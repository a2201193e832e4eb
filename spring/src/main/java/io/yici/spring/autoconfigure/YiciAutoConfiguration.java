package io.yici.spring.autoconfigure;

import io.yici.OperationListener;
import io.yici.Yici;
import io.yici.guard.EntryGuard;
import io.yici.guard.FormTokens;
import io.yici.guard.TokenMarks;
import io.yici.jdbc.JdbcLeases;
import io.yici.lease.LeaseSettings;
import io.yici.lease.Leases;
import io.yici.outbox.Outbox;
import io.yici.outbox.OutboxSettings;
import io.yici.spring.CallerResolver;
import io.yici.spring.SpringYici;
import io.yici.spring.service.Entrances;
import io.yici.spring.service.GuardedMethods;
import io.yici.spring.service.IdempotentAdvisor;
import io.yici.spring.service.JoiningAttributesInstaller;
import io.yici.spring.service.OtherDoor;
import io.yici.spring.service.ReceivingGroup;
import io.yici.spring.service.Replays;
import io.yici.spring.service.StartChecks;
import io.yici.spring.service.Stores;
import io.yici.spring.service.ValidationFirst;
import io.yici.spring.transaction.TransactionManagers;
import io.yici.store.Codec;
import io.yici.store.RecordCache;
import javax.sql.DataSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.interceptor.BeanFactoryTransactionAttributeSourceAdvisor;

/** Guards {@link io.yici.spring.Idempotent} methods, and offers {@link Yici} for use by hand. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.autoconfigure.jdbc.DataSourceTransactionManagerAutoConfiguration",
            "org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration",
            "org.springframework.boot.autoconfigure.transaction.TransactionAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration",
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
            "org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration"
        })
@EnableConfigurationProperties(YiciProperties.class)
@Import(StateConfiguration.class)
public class YiciAutoConfiguration {

    /** Everything that guards. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "yici.enabled", havingValue = "true", matchIfMissing = true)
    @Import({
        AutoProxying.class,
        CodecConfiguration.class,
        CacheConfiguration.class,
        RedisConfiguration.class,
        TokenConfiguration.class,
        WebConfiguration.class,
        HttpConfiguration.class,
        ExternalConfiguration.class,
        InboxConfiguration.class,
        RelayConfiguration.class,
        KafkaConfiguration.class,
        RabbitConfiguration.class,
        SecurityConfiguration.class
    })
    static class Guarding {
        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static Entrances yiciEntrances() {
            return new Entrances();
        }

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static JoiningAttributesInstaller yiciJoiningAttributes(Entrances entrances) {
            return new JoiningAttributesInstaller(entrances);
        }

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static IdempotentAdvisor yiciAdvisor(
                ObjectProvider<GuardedMethods> methods,
                ObjectProvider<BeanFactoryTransactionAttributeSourceAdvisor> transactions) {
            return new IdempotentAdvisor(
                    methods::getObject,
                    () -> transactions.stream()
                            .mapToInt(BeanFactoryTransactionAttributeSourceAdvisor::getOrder)
                            .min()
                            .orElse(BeanFactoryTransactionAttributeSourceAdvisor.LOWEST_PRECEDENCE));
        }

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static ValidationFirst yiciValidationFirst() {
            return new ValidationFirst();
        }

        @Bean
        @ConditionalOnClass(name = "org.sqlite.JDBC")
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static SqliteGuarding yiciSqliteGuarding() {
            return new SqliteGuarding();
        }

        @Bean
        @ConditionalOnMissingBean
        LoggingListener yiciLoggingListener() {
            return new LoggingListener();
        }

        @Bean
        YiciFactory yiciFactory(
                YiciProperties properties,
                Environment environment,
                ObjectProvider<Codec> codec,
                ObjectProvider<RecordCache> cache,
                ObjectProvider<OperationListener> listeners,
                ObjectProvider<FormTokens> tokens,
                ObjectProvider<TokenMarks> marks,
                ObjectProvider<EntryGuard> guard,
                ListableBeanFactory beanFactory) {
            return new YiciFactory(
                    properties,
                    OperationProperties.read(environment, YiciFactory.defaults(properties)),
                    codec.getIfAvailable(),
                    cache.getIfAvailable(),
                    listeners.orderedStream().toList(),
                    new TransactionManagers(beanFactory),
                    tokens.getIfAvailable(),
                    marks.getIfAvailable(),
                    guard.getIfAvailable());
        }

        @Bean(destroyMethod = "close")
        @ConditionalOnMissingBean({SpringYici.class, Yici.class})
        @ConditionalOnSingleCandidate(DataSource.class)
        @DependsOnDatabaseInitialization
        SpringYici yici(YiciFactory factory, DataSource dataSource) {
            return factory.on(dataSource);
        }

        @Bean(destroyMethod = "close")
        @ConditionalOnBean(SpringYici.class)
        @ConditionalOnMissingBean(Leases.class)
        JdbcLeases yiciLeases(SpringYici yici) {
            return yici.leases(LeaseSettings.defaults());
        }

        @Bean
        @ConditionalOnSingleCandidate(SpringYici.class)
        @ConditionalOnMissingBean
        @ConditionalOnProperty(name = "yici.outbox.enabled", havingValue = "true", matchIfMissing = true)
        Outbox yiciOutbox(SpringYici yici, YiciProperties properties) {
            return yici.outbox(new OutboxSettings(properties.outbox().keepSentFor()));
        }

        @Bean
        @ConditionalOnMissingBean
        BeanStores yiciStores(ConfigurableListableBeanFactory beanFactory, YiciFactory factory) {
            return new BeanStores(beanFactory, factory);
        }

        @Bean
        GuardedMethods yiciGuardedMethods(
                ListableBeanFactory beanFactory,
                Stores stores,
                ObjectProvider<Codec> codec,
                ObjectProvider<CallerResolver> callers,
                Entrances entrances,
                ObjectProvider<Replays> replays,
                ObjectProvider<ReceivingGroup> groups) {
            return new GuardedMethods(
                    beanFactory,
                    stores,
                    codec.getIfAvailable(),
                    callers.getIfAvailable(),
                    entrances,
                    replays.orderedStream().toList(),
                    groups.orderedStream().toList());
        }

        @Bean
        StartChecks yiciStartChecks(
                ConfigurableListableBeanFactory beanFactory,
                GuardedMethods methods,
                YiciProperties properties,
                Environment environment,
                ObjectProvider<OtherDoor> otherDoors) {
            return new StartChecks(
                    beanFactory,
                    methods,
                    properties.selfInvocation(),
                    OperationProperties.read(environment, YiciFactory.defaults(properties))
                            .expected(),
                    otherDoors.orderedStream().toList());
        }
    }

    /** Nothing guards: for tests of the business alone. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "yici.enabled", havingValue = "false")
    static class Off {
        @Bean
        @ConditionalOnMissingBean
        Yici yici(PlatformTransactionManager manager) {
            return new UnguardedYici(manager);
        }

        @Bean
        OffWarning yiciOffWarning() {
            return new OffWarning();
        }
    }
}
