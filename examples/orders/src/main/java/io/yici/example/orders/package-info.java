/** The business: products with stock, and orders that are placed once. Knows neither HTTP nor which database it is. */
@NullMarked
package io.yici.example.orders;

import org.jspecify.annotations.NullMarked;
