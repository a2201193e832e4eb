/** Webhooks against a real receiver. */
@NullMarked
package io.yici.http.client.webhook;

import org.jspecify.annotations.NullMarked;
