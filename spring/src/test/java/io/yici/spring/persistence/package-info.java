/** JdbcClient, JPA and MyBatis in one transaction with the record. */
@NullMarked
package io.yici.spring.persistence;

import org.jspecify.annotations.NullMarked;
