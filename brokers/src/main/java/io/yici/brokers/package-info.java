/** The real brokers our own tests use, each in a process of its own that can be crashed and started again. */
@NullMarked
package io.yici.brokers;

import org.jspecify.annotations.NullMarked;
