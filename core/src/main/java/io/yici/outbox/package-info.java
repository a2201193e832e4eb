/** The outbox: messages written with the data they tell of, and sent after the commit. */
@NullMarked
package io.yici.outbox;

import org.jspecify.annotations.NullMarked;
