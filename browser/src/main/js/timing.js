/** Calls that come while the wait is on are one call at its end; the wait of a debounce begins anew with each of them. */
function timed(work, wait, { leading, trailing }, isExtended) {
  let timer = null;
  let last = null;
  let result;
  const begin = () => {
    clearTimeout(timer);
    timer = setTimeout(end, wait);
  };
  const run = () => {
    const [self, given] = last;
    last = null;
    return result = work.apply(self, given);
  };
  const end = () => {
    timer = null;
    if (!trailing || !last) {
      return result;
    }
    if (!isExtended) {
      begin();
    }
    return run();
  };
  function call(...given) {
    last = [this, given];
    const isFirst = timer === null;
    if (isFirst || isExtended) {
      begin();
    }
    return isFirst && leading ? run() : result;
  }
  return Object.assign(call, {
    cancel() {
      clearTimeout(timer);
      timer = last = null;
    },
    flush() {
      clearTimeout(timer);
      return timer === null ? result : end();
    },
    pending: () => timer !== null,
  });
}

export const debounce = (work, wait = 250, edges) => timed(work, wait, { leading: false, trailing: true, ...edges }, true);

export const throttle = (work, wait = 250, edges) => timed(work, wait, { leading: true, trailing: true, ...edges }, false);
