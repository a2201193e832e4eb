/** How a servlet application's clients learn of replays and refusals. */
@NullMarked
package io.yici.spring.web;

import org.jspecify.annotations.NullMarked;
