package io.yici.spring.transaction;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.transaction.PlatformTransactionManager;

/** Finds the transaction manager of a data source among the beans. */
public final class TransactionManagers {
    private final ListableBeanFactory beanFactory;

    /** Looks among the beans of a factory. */
    public TransactionManagers(ListableBeanFactory beanFactory) {
        this.beanFactory = beanFactory;
    }

    /**
     * The one manager that manages exactly this data source; among several, the primary one.
     *
     * @throws IllegalArgumentException saying, as a sentence with its remedy, why there is none
     */
    public PlatformTransactionManager of(DataSource dataSource) {
        Map<String, PlatformTransactionManager> all = beanFactory.getBeansOfType(PlatformTransactionManager.class);
        Map<String, PlatformTransactionManager> fitting = new LinkedHashMap<>(all);
        fitting.values().removeIf(manager -> ManagedDataSource.problemWith(manager, dataSource) != null);
        if (fitting.size() == 1) {
            return fitting.values().iterator().next();
        }
        PlatformTransactionManager primary =
                beanFactory.getBeanProvider(PlatformTransactionManager.class).getIfUnique();
        if (primary != null && fitting.containsValue(primary)) {
            return primary;
        }
        throw new IllegalArgumentException(fitting.isEmpty() ? none(all, dataSource) : several(fitting));
    }

    private static String none(Map<String, PlatformTransactionManager> all, DataSource dataSource) {
        List<String> reasons = all.values().stream()
                .map(manager -> ManagedDataSource.problemWith(manager, dataSource))
                .distinct()
                .toList();
        return all.isEmpty()
                ? "There is no transaction manager. Declare a JdbcTransactionManager for the data source of the records."
                : String.join(" ", reasons);
    }

    private static String several(Map<String, PlatformTransactionManager> fitting) {
        return "Several transaction managers (" + String.join(", ", fitting.keySet())
                + ") manage the data source of the"
                + " records. Make one primary, or name it by @Transactional(transactionManager = …).";
    }
}
