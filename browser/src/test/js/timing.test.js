import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { debounce, throttle } from '../../main/js/timing.js';

let runs;
const work = value => { runs.push(value); return value; };

beforeEach(() => { runs = []; });

const withClock = work => t => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  return work(milliseconds => t.mock.timers.tick(milliseconds));
};

test('debounce runs once when calls have stopped, with the last of them', withClock(pass => {
  const debounced = debounce(work, 100);
  debounced('a');
  pass(99);
  debounced('b');
  pass(99);
  assert.deepEqual(runs, []);
  pass(1);
  assert.deepEqual(runs, ['b']);
  pass(1_000);
  assert.deepEqual(runs, ['b']);
}));

test('debounce at the leading edge runs at once, and lets the rest of a burst go', withClock(pass => {
  const debounced = debounce(work, 100, { leading: true, trailing: false });
  assert.equal(debounced('a'), 'a');
  assert.equal(debounced('b'), 'a');
  pass(100);
  assert.deepEqual(runs, ['a']);
  debounced('c');
  assert.deepEqual(runs, ['a', 'c']);
}));

test('debounce at both edges runs a second time only if there was a second call', withClock(pass => {
  const debounced = debounce(work, 100, { leading: true });
  debounced('a');
  pass(100);
  assert.deepEqual(runs, ['a']);
  debounced('b');
  debounced('c');
  pass(100);
  assert.deepEqual(runs, ['a', 'b', 'c']);
}));

test('throttle runs at once, then at most once in each wait, the last call included', withClock(pass => {
  const throttled = throttle(work, 100);
  for (const value of ['a', 'b', 'c']) {
    throttled(value);
  }
  assert.deepEqual(runs, ['a']);
  pass(100);
  assert.deepEqual(runs, ['a', 'c']);
  throttled('d');
  assert.deepEqual(runs, ['a', 'c']);
  pass(100);
  assert.deepEqual(runs, ['a', 'c', 'd']);
  pass(100);
  assert.deepEqual(runs, ['a', 'c', 'd']);
}));

test('throttle without the trailing edge drops what comes in the wait', withClock(pass => {
  const throttled = throttle(work, 100, { trailing: false });
  throttled('a');
  throttled('b');
  pass(100);
  throttled('c');
  assert.deepEqual(runs, ['a', 'c']);
}));

test('throttle without the leading edge waits first', withClock(pass => {
  const throttled = throttle(work, 100, { leading: false });
  throttled('a');
  throttled('b');
  assert.deepEqual(runs, []);
  pass(100);
  assert.deepEqual(runs, ['b']);
}));

for (const [name, make] of [['debounce', debounce], ['throttle', (...given) => throttle(...given, { leading: false })]]) {
  test(`${name}: cancel forgets, flush runs now, pending tells`, withClock(pass => {
    const timed = make(work, 100);
    timed('a');
    assert.equal(timed.pending(), true);
    timed.cancel();
    assert.equal(timed.pending(), false);
    pass(1_000);
    assert.deepEqual(runs, []);
    assert.equal(timed.flush(), undefined);
    timed('b');
    assert.equal(timed.flush(), 'b');
    pass(1_000);
    assert.deepEqual(runs, ['b']);
    assert.equal(timed.flush(), 'b');
    assert.deepEqual(runs, ['b']);
  }));

  test(`${name} passes this on`, withClock(pass => {
    const owner = { name: 'owner', run: make(function run() { runs.push(this.name); }, 10) };
    owner.run();
    pass(10);
    assert.deepEqual(runs, ['owner']);
  }));

  test(`${name} goes on after work that fails`, withClock(pass => {
    let fails = true;
    const timed = make(value => { if (fails) { throw new Error('broken'); } return work(value); }, 10);
    timed('a');
    assert.throws(() => timed.flush(), /broken/);
    fails = false;
    timed('b');
    pass(10);
    assert.deepEqual(runs, ['b']);
  }));
}
