package io.yici.example.orders.pages;

import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.view.RedirectView;

/** Post, redirect, get: a form that was taken leads to a page that can be reloaded (303, RFC 9110 §15.4.4). */
final class SeeOther {
    private SeeOther() {}

    /** Leads to the status page of an order. */
    static ModelAndView order(String orderNo) {
        RedirectView there = new RedirectView("/orders/" + orderNo, true);
        there.setStatusCode(HttpStatus.SEE_OTHER);
        there.setExpandUriTemplateVariables(false);
        there.setExposeModelAttributes(false);
        return new ModelAndView(there);
    }
}
