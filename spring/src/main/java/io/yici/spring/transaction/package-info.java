/** Lets records live in the transactions that Spring begins, joins and ends. */
@NullMarked
package io.yici.spring.transaction;

import org.jspecify.annotations.NullMarked;
