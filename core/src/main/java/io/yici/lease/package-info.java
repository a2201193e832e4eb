/** Leases: time-limited mutual exclusion with owner and fence, which spares work and never guards correctness alone. */
@NullMarked
package io.yici.lease;

import org.jspecify.annotations.NullMarked;
