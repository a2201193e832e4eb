/** What is measured: ratios of two things run alternately, never absolute times. */
@NullMarked
package io.yici.benchmarks;

import org.jspecify.annotations.NullMarked;
