/**
 * The pages in Debian's Chromium against the running service: what users do to them, and how many orders come of it.
 */
@NullMarked
package io.yici.example.orders.browser;

import org.jspecify.annotations.NullMarked;
