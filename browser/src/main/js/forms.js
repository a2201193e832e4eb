import { guardForm } from './guard.js';
import { tokensFrom } from './tokens.js';

const guard = form => {
  const { yici: name, yiciTokens, yiciStatus: status, yiciField: field, yiciIgnored } = form.dataset;
  return guardForm(form, {
    name: name || undefined,
    field,
    status,
    fetchToken: yiciTokens && tokensFrom(yiciTokens),
    ignored: yiciIgnored?.split(' '),
  });
};

const wanted = 'form[data-yici]';
document.querySelectorAll(wanted).forEach(guard);

// Forms that come later, before anything of theirs can be submitted.
for (const type of ['focusin', 'submit']) {
  addEventListener(type, ({ target }) => {
    const form = target.form ?? target;
    if (form.matches?.(wanted)) {
      guard(form);
    }
  }, true);
}
