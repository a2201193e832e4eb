/** What Redis can spare a database: repeats at the entry, storms of one token, and waiting for a lease. */
@NullMarked
package io.yici.redis;

import org.jspecify.annotations.NullMarked;
