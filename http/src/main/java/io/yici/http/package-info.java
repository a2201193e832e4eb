/** The rules of the Idempotency-Key protocol, without a server: key, fingerprint, kept response, refusals. */
@NullMarked
package io.yici.http;

import org.jspecify.annotations.NullMarked;
