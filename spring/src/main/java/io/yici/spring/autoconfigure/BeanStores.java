package io.yici.spring.autoconfigure;

import io.yici.spring.SpringYici;
import io.yici.spring.service.Stores;
import io.yici.spring.transaction.ManagedDataSource;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.beans.factory.BeanNameAware;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Stores by the names of beans; makes one for a data source that has none yet, and closes it in the end. */
final class BeanStores implements Stores, BeanNameAware, DisposableBean {
    private final ConfigurableListableBeanFactory beanFactory;
    private final YiciFactory factory;
    private final Map<String, SpringYici> made = new ConcurrentHashMap<>();
    private String name = "yiciStores";

    BeanStores(ConfigurableListableBeanFactory beanFactory, YiciFactory factory) {
        this.beanFactory = beanFactory;
        this.factory = factory;
    }

    @Override
    public void setBeanName(String beanName) {
        name = beanName;
    }

    @Override
    public SpringYici named(String store) {
        if (store.isBlank()) {
            return theOnly();
        }
        if (beanFactory.containsBean(store)) {
            if (beanFactory.isTypeMatch(store, SpringYici.class)) {
                return beanFactory.getBean(store, SpringYici.class);
            }
            if (beanFactory.isTypeMatch(store, DataSource.class)) {
                return made.computeIfAbsent(store, this::on);
            }
        }
        throw new IllegalArgumentException(
                "The store '" + store + "' is neither a SpringYici nor a DataSource. There are: " + candidates() + ".");
    }

    private SpringYici theOnly() {
        SpringYici only = beanFactory.getBeanProvider(SpringYici.class).getIfUnique();
        if (only != null) {
            return only;
        }
        String there = candidates();
        throw new IllegalArgumentException(
                there.isEmpty()
                        ? "There is no data source for the records. Configure spring.datasource.*."
                        : "It names no store, and there is none that goes without saying. Name one by @Idempotent(store ="
                                + " …): " + there + "; or make one of the data sources primary.");
    }

    /** One store for each data source, so that all calls share its flights and cache; closed before that one is. */
    private SpringYici on(String bean) {
        DataSource dataSource = beanFactory.getBean(bean, DataSource.class);
        beanFactory.registerDependentBean(bean, name);
        return beanFactory.getBeansOfType(SpringYici.class).values().stream()
                .filter(existing -> existing.dataSource() == ManagedDataSource.unwrapped(dataSource))
                .findFirst()
                .orElseGet(() -> factory.on(dataSource));
    }

    private String candidates() {
        return String.join(
                ", ",
                new TreeSet<>(Stream.of(SpringYici.class, DataSource.class)
                        .flatMap(type -> Arrays.stream(beanFactory.getBeanNamesForType(type)))
                        .toList()));
    }

    @Override
    public void destroy() {
        made.values().forEach(SpringYici::close);
    }
}
