/** What the pages are made of, seen from inside. */
@NullMarked
package io.yici.example.orders.pages;

import org.jspecify.annotations.NullMarked;
