package io.yici.spring.persistence;

import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;

/** A row that MyBatis writes. */
@Mapper
interface AuditMapper {
    @Insert("INSERT INTO audits (order_key) VALUES (#{key})")
    void insert(String key);

    @Select("SELECT COUNT(*) FROM audits WHERE order_key = #{key}")
    int rowsOf(String key);
}
