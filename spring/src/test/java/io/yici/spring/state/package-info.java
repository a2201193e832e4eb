/** State machines in Spring's transactions. */
@NullMarked
package io.yici.spring.state;

import org.jspecify.annotations.NullMarked;
