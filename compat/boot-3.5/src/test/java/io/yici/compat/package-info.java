/** The starter on Spring Boot 3.5. */
@NullMarked
package io.yici.compat;

import org.jspecify.annotations.NullMarked;
