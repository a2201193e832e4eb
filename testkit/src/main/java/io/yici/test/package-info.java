/** What proves a store, a codec or a protected operation right. Published; starts no server. */
@NullMarked
package io.yici.test;

import org.jspecify.annotations.NullMarked;
