package io.yici.spring.autoconfigure;

import io.yici.jdbc.SqliteGuard;
import java.lang.reflect.Modifier;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.BeanWrapper;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Guards the connections of every SQLite data source, for Spring opens the transactions there and the driver does not
 * keep them whole; see {@link SqliteGuard}. The bean keeps its class, and can be unwrapped.
 */
final class SqliteGuarding implements BeanPostProcessor {
    private static final Logger LOG = LoggerFactory.getLogger(SqliteGuarding.class);

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (!(bean instanceof DataSource dataSource) || !leadsToSqlite(dataSource)) {
            return bean;
        }
        ProxyFactory guarded = new ProxyFactory(dataSource);
        guarded.setProxyTargetClass(!Modifier.isFinal(dataSource.getClass().getModifiers()));
        guarded.addAdvice(new GuardedConnections(SqliteGuard.guard(dataSource)));
        return guarded.getProxy(dataSource.getClass().getClassLoader());
    }

    /** By its URL where the data source tells it; only where it does not, by asking the database. */
    private static boolean leadsToSqlite(DataSource dataSource) {
        if (dataSource instanceof DelegatingDataSource delegating && delegating.getTargetDataSource() != null) {
            return leadsToSqlite(delegating.getTargetDataSource());
        }
        BeanWrapper properties = PropertyAccessorFactory.forBeanPropertyAccess(dataSource);
        for (String property : new String[] {"jdbcUrl", "url"}) {
            if (properties.isReadableProperty(property)
                    && properties.getPropertyValue(property) instanceof String url) {
                return url.startsWith("jdbc:sqlite:");
            }
        }
        return saysItIsSqlite(dataSource);
    }

    private static boolean saysItIsSqlite(DataSource dataSource) {
        try (Connection connection = dataSource.getConnection()) {
            return "SQLite".equals(connection.getMetaData().getDatabaseProductName());
        } catch (SQLException unreachable) {
            LOG.debug("A data source could not be asked what it leads to", unreachable);
            return false;
        }
    }

    private record GuardedConnections(DataSource guarded) implements MethodInterceptor {
        @Override
        public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
            Object[] arguments = invocation.getArguments();
            if (!invocation.getMethod().getName().equals("getConnection")) {
                return invocation.proceed();
            }
            return arguments.length == 0
                    ? guarded.getConnection()
                    : guarded.getConnection((String) arguments[0], (String) arguments[1]);
        }
    }
}
