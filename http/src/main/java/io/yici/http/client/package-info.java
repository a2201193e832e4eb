/**
 * For callers of APIs that take an idempotency key: one key for each logical call, kept across its attempts.
 *
 * <pre>{@code
 * IdempotentCalls calls = IdempotentCalls.builder()
 *         .keyStore(new FileKeyStore(Path.of("keys")))      // keys outlive the process
 *         .serverRetention(Duration.ofHours(24))            // as the API publishes
 *         .build();
 * IdempotentHttpClient http = calls.over(HttpClient.newHttpClient());
 *
 * Call call = calls.call("checkout-42");                    // same intent, same key, also tomorrow morning
 * try {
 *     CallOutcome<HttpResponse<String>> outcome = http.send(call, request, BodyHandlers.ofString());
 *     orders.note(outcome.response(), outcome.replayed());  // a refusal that no retry changes comes here too
 *     calls.forget("checkout-42");                          // after the answer is noted, not before
 * } catch (CallOutcomeUnknownException unknown) {
 *     // perhaps done, perhaps not: send the same call again later, never a new one
 * } catch (CallNotSentException unsent) {
 *     // nothing was done: send it again, or drop it
 * }
 * }</pre>
 *
 * <p>A list call has one key for each item, from the item's own id: {@code calls.call("nightly").item("order-7")}.
 * {@code io.yici.http.client.spring} and {@code io.yici.http.client.feign} put the same rules under a RestClient and a
 * Feign client; {@link io.yici.http.client.Exchange} puts them under any other. There is no asynchronous send: run it
 * on a thread of your own.
 */
@NullMarked
package io.yici.http.client;

import org.jspecify.annotations.NullMarked;
