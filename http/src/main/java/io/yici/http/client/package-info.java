/** For callers of APIs that take an idempotency key: one key for each logical call, kept across its attempts. */
@NullMarked
package io.yici.http.client;

import org.jspecify.annotations.NullMarked;
