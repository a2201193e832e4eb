/**
 * The payment gateway seen from the shop: its address, its requests and answers, and the signature of its callbacks.
 */
@NullMarked
package io.yici.example.orders.gateway;

import org.jspecify.annotations.NullMarked;
