/**
 * A simulated payment gateway with its own ledger, which misbehaves as it is told: somebody else's system, so it knows
 * neither Spring nor Yici.
 *
 * <p><b>Contract.</b> JSON over HTTP on 127.0.0.1; {@code at} is epoch milliseconds, amounts are cents.
 *
 * <ul>
 *   <li>{@code POST /charges {key, orderNo, channel, amountCents, callbackUrl}} with {@code Idempotency-Key: key}
 *       answers 201 <code>{chargeId, key, orderNo, channel, amountCents, status: CAPTURED|DECLINED, at,
 *       callbackUrl}</code>. A key is remembered for ever: again, 201 with the same charge; with another order, channel
 *       or amount, 422 {@code key-reused}. {@code callbackUrl} may differ or be null; the first one counts.
 *   <li>{@code POST /refunds {key, chargeId, amountCents}} likewise answers 201 <code>{refundId, key, chargeId,
 *       orderNo, amountCents, status: DONE, at}</code>. Refused, for ever, are an unknown charge (404
 *       {@code charge-unknown}), a declined one (409 {@code charge-declined}) and more than is left of it (409
 *       {@code exceeds-captured}); nothing is booked then.
 *   <li>{@code GET /charges/by-key/{key}}, {@code GET /refunds/by-key/{key}}: 200 with the entry, or 404
 *       {@code key-unknown}: not executed <i>yet</i>. A request still on its way, or executed late, may follow.
 *   <li>{@code GET /charges}, {@code GET /refunds}: the whole ledger, in the order of booking.
 *   <li>{@code GET /events}: the callbacks not delivered yet. {@code GET} and {@code PUT /switches}: see
 *       {@link io.yici.example.gateway.Switches}. These, and the ledger, are always answered well.
 * </ul>
 *
 * <p><b>Refusals</b> are {@code {code, message}}; 400 {@code bad-request} is a fault of the caller's program.
 *
 * <p><b>Callbacks.</b> {@code POST callbackUrl} <code>{eventId, type, key, chargeId or refundId, orderNo, amountCents,
 * at}</code> with {@code type} one of {@code charge.captured}, {@code charge.declined}, {@code refund.done}, and
 * {@code Gateway-Signature: t=<epoch seconds>,v1=<hex>}, where {@code v1} is HMAC-SHA256 with the shared secret over
 * {@code t}, a full stop and the raw body. Repeated with growing pauses until the shop answers 2xx: at least once, in
 * no order. Those not delivered survive the process and are sent by the next one on the same ledger file.
 */
@NullMarked
package io.yici.example.gateway;

import org.jspecify.annotations.NullMarked;
