/** Sends messages of the outbox to HTTP endpoints: one key on every try, and a signature the receiver can check. */
@NullMarked
package io.yici.http.client.webhook;

import org.jspecify.annotations.NullMarked;
