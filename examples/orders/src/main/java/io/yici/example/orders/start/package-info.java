/** Starting up: which database, its tables, and one clear line when the service cannot start. */
@NullMarked
package io.yici.example.orders.start;

import org.jspecify.annotations.NullMarked;
