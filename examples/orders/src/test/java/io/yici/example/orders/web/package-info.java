/** What the service's doors are made of, seen from inside. */
@NullMarked
package io.yici.example.orders.web;

import org.jspecify.annotations.NullMarked;
