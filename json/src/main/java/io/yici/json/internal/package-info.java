/** What both Jackson lines share: the rules are written here once. Imported by nobody outside this module. */
@NullMarked
package io.yici.json.internal;

import org.jspecify.annotations.NullMarked;
