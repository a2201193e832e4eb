export function debounce(work, wait = 250, { leading = false, trailing = true } = {}) {
  let timer = null;
  let last = null;
  let result;
  const run = () => {
    const [self, given] = last;
    last = null;
    return result = work.apply(self, given);
  };
  const rest = () => {
    timer = null;
    return trailing && last ? run() : result;
  };
  function debounced(...given) {
    const first = timer === null;
    clearTimeout(timer);
    timer = setTimeout(rest, wait);
    last = [this, given];
    return first && leading ? run() : result;
  }
  return Object.assign(debounced, {
    cancel() { clearTimeout(timer); timer = last = null; },
    flush() { if (timer === null) { return result; } clearTimeout(timer); return rest(); },
    pending: () => timer !== null,
  });
}

export function throttle(work, wait = 250, { leading = true, trailing = true } = {}) {
  let timer = null;
  let last = null;
  let result;
  const run = () => {
    const [self, given] = last;
    last = null;
    timer = setTimeout(rest, wait);
    return result = work.apply(self, given);
  };
  const rest = () => {
    timer = null;
    return trailing && last ? run() : result;
  };
  function throttled(...given) {
    last = [this, given];
    if (timer !== null) {
      return result;
    }
    if (leading) {
      return run();
    }
    timer = setTimeout(rest, wait);
    return result;
  }
  return Object.assign(throttled, {
    cancel() { clearTimeout(timer); timer = last = null; },
    flush() { if (timer === null) { return result; } clearTimeout(timer); return rest(); },
    pending: () => timer !== null,
  });
}
