/** The doors for programs and for the scripts of pages: who asks, under which key, and answers as JSON. */
@NullMarked
package io.yici.example.orders.web;

import org.jspecify.annotations.NullMarked;
