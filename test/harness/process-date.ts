/** What `Date` of this process says. */
export interface ProcessDate {
  moment: number;
  /** Milliseconds added by each reading. */
  step: number;
}

/** Replaces `Date` of this process: what is written and shown is the same in every run. */
export function replaceDate(start: number): ProcessDate {
  const state: ProcessDate = { moment: start, step: 0 };
  const now = () => {
    state.moment += state.step;
    return Math.floor(state.moment);
  };
  // A proxy has the prototype of `Date`: values made before are still instances of it.
  globalThis.Date = new Proxy(Date, {
    apply: (target) => new target(now()).toString(),
    construct: (target, given: []) => (given.length === 0 ? new target(now()) : new target(...given)),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  return state;
}
