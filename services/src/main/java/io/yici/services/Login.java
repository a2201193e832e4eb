package io.yici.services;

/** Where a database is and who enters it. */
record Login(String jdbcUrl, String user, String password) {}
