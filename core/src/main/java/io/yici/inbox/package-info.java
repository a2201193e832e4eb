/**
 * Messages that come in: each takes effect once, however often it is delivered, and what cannot be handled is parked.
 */
@NullMarked
package io.yici.inbox;

import org.jspecify.annotations.NullMarked;
