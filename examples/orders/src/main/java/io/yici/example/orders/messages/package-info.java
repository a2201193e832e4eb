/** What the order service tells others of its orders: written with them, delivered afterwards. */
@NullMarked
package io.yici.example.orders.messages;

import org.jspecify.annotations.NullMarked;
