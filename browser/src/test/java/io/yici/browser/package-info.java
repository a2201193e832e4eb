/** The tests of the browser's modules, which Node.js runs, as tests of this build. */
@NullMarked
package io.yici.browser;

import org.jspecify.annotations.NullMarked;
