import { guardForm } from './guard.js';
import { tokensFrom } from './tokens.js';

const ATTRIBUTES = ['yici', 'yiciTokens', 'yiciStatus', 'yiciField', 'yiciIgnored'];
const met = new WeakSet();

const guard = form => {
  if (met.has(form)) {
    return;
  }
  met.add(form);
  const { yici: name, yiciTokens, yiciStatus: status, yiciField: field, yiciIgnored } = form.dataset;
  const strange = Object.keys(form.dataset).filter(key => key.startsWith('yici') && !ATTRIBUTES.includes(key));
  if (strange.length > 0) {
    console.warn(`Yici: a form takes dataset.${ATTRIBUTES.join(', ')}, not ${strange.join(', ')}; ignored`, form);
  }
  guardForm(form, {
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
