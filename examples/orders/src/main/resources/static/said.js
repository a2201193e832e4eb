/** A text that the page carries in its language, with what belongs in its places. */
export function say(name, ...given) {
  const text = document.querySelector(`#texts [data-text="${name}"]`)?.textContent ?? '';
  return text.replace(/\{(\d)\}/g, (place, index) => given[index] ?? place);
}

/** Whether the page has a text of this name. */
export const canSay = name => document.querySelector(`#texts [data-text="${CSS.escape(name)}"]`) !== null;
