package io.yici.spring.transaction;

import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.BeanWrapper;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;

/** Which data source a transaction manager manages, and whether records can live there. */
public final class ManagedDataSource {
    private ManagedDataSource() {}

    /**
     * Why the records of {@code dataSource} could not commit in the transactions of {@code manager}, as a sentence with
     * its remedy; null when they can.
     */
    public static @Nullable String problemWith(TransactionManager manager, DataSource dataSource) {
        Object target = target(manager);
        if (!(target instanceof AbstractPlatformTransactionManager)) {
            return "The transaction manager " + name(target)
                    + " is not a plain JDBC or JPA one, so it cannot be shown that"
                    + " records commit with the business data. Use a JdbcTransactionManager or JpaTransactionManager.";
        }
        DataSource managed = of(manager);
        if (managed == null) {
            return "The transaction manager " + name(target)
                    + " does not say which data source it manages (JTA does not,"
                    + " and JPA only where its dataSource is known). Use a JdbcTransactionManager, or a"
                    + " JpaTransactionManager with its dataSource set.";
        }
        if (managed != unwrapped(dataSource)) {
            return "The transaction manager " + name(target)
                    + " manages another data source than the one the records are"
                    + " in, so the two could not commit together. Name the right one by @Transactional(transactionManager"
                    + " = …), or the right records by @Idempotent(store = …).";
        }
        return releasesEarly(target)
                ? "Hibernate gives its connection back before the end of the transaction is told, so nothing could be"
                        + " cleaned up on it. Leave hibernate.connection.handling_mode at DELAYED_ACQUISITION_AND_HOLD."
                : null;
    }

    private static boolean releasesEarly(Object target) {
        BeanWrapper properties = PropertyAccessorFactory.forBeanPropertyAccess(target);
        return properties.isReadableProperty("entityManagerFactory.properties")
                && String.valueOf(properties.getPropertyValue(
                                "entityManagerFactory.properties[hibernate.connection.handling_mode]"))
                        .contains("RELEASE_AFTER");
    }

    /** The data source whose connections a JDBC, JPA or Hibernate manager binds, or null. */
    public static @Nullable DataSource of(TransactionManager manager) {
        Object target = target(manager);
        if (!(target instanceof AbstractPlatformTransactionManager)) {
            return null;
        }
        // By property, because the JPA and Hibernate managers live in modules that need not be there.
        BeanWrapper properties = PropertyAccessorFactory.forBeanPropertyAccess(target);
        return properties.isReadableProperty("dataSource")
                        && properties.getPropertyValue("dataSource") instanceof DataSource dataSource
                ? unwrapped(dataSource)
                : null;
    }

    /** The data source under whose name Spring binds connections: without a transaction-aware proxy around it. */
    public static DataSource unwrapped(DataSource dataSource) {
        if (dataSource instanceof TransactionAwareDataSourceProxy proxy && proxy.getTargetDataSource() != null) {
            return unwrapped(proxy.getTargetDataSource());
        }
        return dataSource;
    }

    /**
     * Whether connections come from different databases depending on circumstances. A routing data source with one
     * single target does not count.
     */
    public static boolean routes(DataSource dataSource) {
        if (dataSource instanceof DelegatingDataSource delegating && delegating.getTargetDataSource() != null) {
            return routes(delegating.getTargetDataSource());
        }
        AbstractRoutingDataSource routing = routing(dataSource);
        return routing != null
                && routing.getResolvedDataSources().values().stream().distinct().count() > 1;
    }

    private static @Nullable AbstractRoutingDataSource routing(DataSource dataSource) {
        if (dataSource instanceof AbstractRoutingDataSource routing) {
            return routing;
        }
        try {
            return dataSource.isWrapperFor(AbstractRoutingDataSource.class)
                    ? dataSource.unwrap(AbstractRoutingDataSource.class)
                    : null;
        } catch (SQLException notAWrapper) {
            return null;
        }
    }

    private static Object target(TransactionManager manager) {
        Object target = AopProxyUtils.getSingletonTarget(manager);
        return target == null ? manager : target;
    }

    private static String name(Object target) {
        return target.getClass().getSimpleName();
    }
}
