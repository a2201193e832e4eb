package io.yici.example.orders.pages;

import java.util.Map;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The form to sign in; it is sent to Spring Security. */
@Controller
final class SignInPage {
    @GetMapping("/sign-in")
    String show(@RequestParam Map<String, String> parameters, Model model) {
        model.addAttribute("wrong", parameters.containsKey("wrong"));
        model.addAttribute("out", parameters.containsKey("out"));
        return "sign-in";
    }
}
