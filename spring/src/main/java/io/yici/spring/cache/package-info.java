/** Keeps committed records near, in Caffeine. */
@NullMarked
package io.yici.spring.cache;

import org.jspecify.annotations.NullMarked;
