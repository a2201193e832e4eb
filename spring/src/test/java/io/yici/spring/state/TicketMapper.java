package io.yici.spring.state;

import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;

/** Tickets as MyBatis reads and writes them. */
@Mapper
interface TicketMapper {
    @Select("SELECT status FROM tickets WHERE ticket_no = #{ticketNo}")
    TicketStatus statusOf(String ticketNo);

    @Update("UPDATE tickets SET note = #{note} WHERE ticket_no = #{ticketNo}")
    void note(@Param("ticketNo") String ticketNo, @Param("note") String note);
}
