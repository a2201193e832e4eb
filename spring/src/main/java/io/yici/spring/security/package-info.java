/** Spring Security's user as the caller. */
@NullMarked
package io.yici.spring.security;

import org.jspecify.annotations.NullMarked;
