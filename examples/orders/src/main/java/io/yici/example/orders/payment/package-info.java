/** Money: paying an order once, giving back what was captured, and what the gateway tells about both. */
@NullMarked
package io.yici.example.orders.payment;

import org.jspecify.annotations.NullMarked;
