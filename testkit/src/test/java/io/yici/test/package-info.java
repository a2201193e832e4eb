/** The kit, tried on itself. */
@NullMarked
package io.yici.test;

import org.jspecify.annotations.NullMarked;
