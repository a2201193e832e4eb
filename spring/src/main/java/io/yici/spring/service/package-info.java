/** The service door: from a call of an annotated method to an operation, and what is checked before the first call. */
@NullMarked
package io.yici.spring.service;

import org.jspecify.annotations.NullMarked;
