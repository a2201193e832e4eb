/** State machines and changes by version in Spring's transactions, beside JPA and MyBatis. */
@NullMarked
package io.yici.spring.state;

import org.jspecify.annotations.NullMarked;
