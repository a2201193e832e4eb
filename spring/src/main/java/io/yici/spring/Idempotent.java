package io.yici.spring;

import io.yici.guard.TokenUse;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Lets a service method happen once per key, however often it is called.
 *
 * <pre>{@code
 * @Idempotent(operation = "order.create", key = "#order.key", caller = "#order.userId")
 * public Receipt place(PlaceOrder order) { ... }
 * }</pre>
 *
 * <p>The record of the call and everything the method writes through the same data source commit in one transaction:
 * the caller's when there is one, else a new one. With {@code @Transactional} beside it, that annotation's transaction
 * manager, isolation and time-out are used. A repeat gets the first result, without entering the method.
 *
 * <p><b>Exceptions.</b> A {@link io.yici.Rejection} undoes the writes and is recorded. Every other exception undoes the
 * writes and leaves the key free, checked ones too: Spring's default of committing on a checked exception does not
 * apply here, because a half effect that is committed without a record would be done again by the next try. Exceptions
 * that are named, by {@code @Transactional(noRollbackFor = …)} or {@link #commitUnrecorded()}, commit what was written,
 * record nothing and are thrown on; the same key then runs again.
 *
 * <p>All expressions are SpEL. They see the parameters by name ({@code #order}) and by position ({@code #a0}), beans
 * ({@code @name}) and, as root object, the bean the method is called on. They are checked when the application starts.
 * The annotation may sit on a class's method or on an interface's, and on an annotation of your own.
 *
 * <p>Times and modes are properties, {@code yici.operations.<operation>.*}.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface Idempotent {
    /**
     * The declared, stable name of the operation: part of its identity, and the only metric tag. Renaming it makes
     * every recorded key new. See {@link io.yici.Operation#named}.
     */
    String operation();

    /**
     * The idempotency key, on a service. On a handler of a controller it is empty: there the request carries it. On a
     * listener it is the id of the event in the business, never the broker's offset or delivery tag. On a service it
     * may be empty for calls that are always made by another guarded call: the key is then derived from that one's
     * operation, so that each of those calls it once. It is text, a whole number, a UUID, an enum constant or a date,
     * or a collection or array of such parts, which are joined so that no two lists give one key. Null, blank, empty,
     * or with such a part, it refuses the call.
     */
    String key() default "";

    /**
     * On whose behalf it runs; when empty, the one {@link CallerResolver} bean is asked. On a listener, when empty, the
     * consumer group of its Kafka container or the name of its RabbitMQ queue.
     */
    String caller() default "";

    /** What else belongs to the identity, as {@link #key()}; none when empty. */
    String scope() default "";

    /**
     * What a repeat must ask again: anything the codec can write, or a {@link io.yici.Fingerprint}. When empty, all
     * arguments.
     */
    String fingerprint() default "";

    /**
     * The bean name of the {@code JdbcYici} or {@code DataSource} where the record goes; the only or primary one when
     * empty.
     */
    String store() default "";

    /**
     * Names the result by a short text instead of storing it, for instance {@code "#result.orderNo"}; together with
     * {@link #replay()}.
     */
    String reference() default "";

    /**
     * Rebuilds the result for a repeat from business data, for instance {@code "@orders.receipt(#reference)"}; null
     * when the rows are gone, which the caller meets as {@link io.yici.AnswerNotKeptException}.
     */
    String replay() default "";

    /** Exceptions that commit what was written, record nothing and are thrown on. */
    Class<? extends Throwable>[] commitUnrecorded() default {};

    /**
     * A condition on {@code #result} under which the work commits but is not recorded, so that the same key runs again.
     */
    String unrecordedWhen() default "";

    /**
     * Whether the method may work in a transaction apart (REQUIRES_NEW, NOT_SUPPORTED, another transaction manager).
     * What it does there is outside of the guarantee.
     */
    boolean allowSuspension() default false;

    /**
     * On a handler of a controller: exceptions that are an answer. What was written is undone, and the response to
     * which they are rendered is recorded, as for a {@link io.yici.Rejection}.
     */
    Class<? extends Throwable>[] finalExceptions() default {};

    /**
     * On a handler of a controller: whether it calls other systems. Its claim is then committed before it, and no
     * transaction surrounds it; a repeat of one that did not end with an answer is refused as unknown until it is
     * settled.
     */
    boolean external() default false;

    /**
     * Whether keys are form tokens ({@link io.yici.guard.FormTokens}); where the settings of the operation say so too,
     * the stricter counts.
     */
    TokenUse token() default TokenUse.NONE;

    /**
     * On an external handler: whether it is entered again by an equal repeat when it has not ended with an answer,
     * instead of the repeat being refused as unknown. Declares that everything it does is itself safe to repeat under
     * {@link io.yici.Operation#current()}, for instance because it calls {@link io.yici.external.ExternalSteps} with a
     * key derived from it.
     */
    boolean resumable() default false;
}
