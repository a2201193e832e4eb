/** Puts everything together from properties and beans. */
@NullMarked
package io.yici.spring.autoconfigure;

import org.jspecify.annotations.NullMarked;
