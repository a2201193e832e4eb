/** How the order service asks the gateway, seen from inside. */
@NullMarked
package io.yici.example.orders.gateway;

import org.jspecify.annotations.NullMarked;
