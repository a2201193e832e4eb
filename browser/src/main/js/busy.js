import { elementsOf } from './elements.js';

/** Shows that a form is under way, and that its buttons wait; returns how to take that back, and no more than that. */
export function showBusy(form, submitter) {
  const undo = [];
  form.setAttribute('aria-busy', 'true');
  undo.push(() => form.removeAttribute('aria-busy'));
  // Image buttons are no elements of their form.
  const buttons = [...new Set([...elementsOf(form), submitter])];
  for (const button of buttons.filter(element => /^(submit|image)$/.test(element?.type) && !element.disabled)) {
    const isFocused = button === document.activeElement;
    button.disabled = true;
    undo.push(() => {
      button.disabled = false;
      if (isFocused && document.activeElement === document.body) {
        button.focus();
      }
    });
  }
  const label = submitter?.dataset.yiciBusy;
  if (label) {
    const before = submitter.textContent;
    submitter.textContent = label;
    undo.push(() => { submitter.textContent = before; });
  }
  return () => undo.reverse().forEach(step => step());
}
