/** Work that leaves the database: calls to other systems, and answers that are sent while the work goes on. */
@NullMarked
package io.yici.external;

import org.jspecify.annotations.NullMarked;
