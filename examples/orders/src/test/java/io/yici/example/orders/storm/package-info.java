/**
 * Two order service processes on one database, a gateway that misbehaves, kills by chance, and the books afterwards.
 */
@NullMarked
package io.yici.example.orders.storm;

import org.jspecify.annotations.NullMarked;
