/** Processes that publish, relay and consume while they are killed, and the ledger that counts what came of it. */
@NullMarked
package io.yici.messaging.chaos;

import org.jspecify.annotations.NullMarked;
