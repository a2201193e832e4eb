/** The pages for people, made by the server: they work without a script, and a script only makes them livelier. */
@NullMarked
package io.yici.example.orders.pages;

import org.jspecify.annotations.NullMarked;
