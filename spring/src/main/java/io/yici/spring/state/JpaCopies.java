package io.yici.spring.state;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.orm.jpa.EntityManagerFactoryUtils;

/**
 * The entities in the persistence contexts of the running transaction. JPA cannot say which of them come from a row, so
 * only an entity that is named is refreshed.
 */
public final class JpaCopies implements HeldCopies {
    private final Supplier<Stream<EntityManagerFactory>> factories;

    /** Looks in the contexts of these factories. */
    public JpaCopies(Supplier<Stream<EntityManagerFactory>> factories) {
        this.factories = factories;
    }

    @Override
    public void rowsWereWritten() {}

    @Override
    public boolean refresh(Object entity) {
        for (EntityManagerFactory factory : factories.get().toList()) {
            EntityManager entities = EntityManagerFactoryUtils.getTransactionalEntityManager(factory);
            if (entities != null
                    && factory.getMetamodel().getEntities().stream()
                            .anyMatch(type -> type.getJavaType().isInstance(entity))
                    && entities.contains(entity)) {
                entities.refresh(entity);
                return true;
            }
        }
        return false;
    }
}
