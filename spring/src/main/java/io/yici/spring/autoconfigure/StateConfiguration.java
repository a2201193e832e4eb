package io.yici.spring.autoconfigure;

import io.yici.spring.state.HeldCopies;
import io.yici.spring.state.JpaCopies;
import io.yici.spring.state.MybatisCopies;
import io.yici.spring.state.SpringStates;
import io.yici.spring.transaction.TransactionManagers;
import io.yici.state.StateMachine;
import jakarta.persistence.EntityManagerFactory;
import javax.sql.DataSource;
import org.apache.ibatis.session.SqlSessionFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/** State machines in Spring's transactions, and the check of their tables at start; guarded or not. */
@Configuration(proxyBeanMethods = false)
class StateConfiguration {
    @Bean
    @Lazy
    @ConditionalOnMissingBean
    @ConditionalOnSingleCandidate(DataSource.class)
    SpringStates yiciStates(DataSource dataSource, ListableBeanFactory beanFactory, ObjectProvider<HeldCopies> copies) {
        return new SpringStates(
                dataSource,
                new TransactionManagers(beanFactory).of(dataSource),
                copies.orderedStream().toList());
    }

    @Bean
    @ConditionalOnProperty(name = "yici.states.check", havingValue = "true", matchIfMissing = true)
    @SuppressWarnings("rawtypes") // a bean of any enum
    StateChecks yiciStateChecks(ObjectProvider<StateMachine> machines, ObjectProvider<DataSource> dataSources) {
        return new StateChecks(machines, dataSources);
    }

    /** Where there is JPA. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(
            name = {"jakarta.persistence.EntityManagerFactory", "org.springframework.orm.jpa.EntityManagerFactoryUtils"
            })
    static class Jpa {
        @Bean
        @Lazy
        JpaCopies yiciJpaCopies(ObjectProvider<EntityManagerFactory> factories) {
            return new JpaCopies(factories::stream);
        }
    }

    /** Where there is MyBatis. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = {"org.apache.ibatis.session.SqlSessionFactory", "org.mybatis.spring.SqlSessionHolder"})
    static class Mybatis {
        @Bean
        @Lazy
        MybatisCopies yiciMybatisCopies(ObjectProvider<SqlSessionFactory> factories) {
            return new MybatisCopies(factories::stream);
        }
    }
}
