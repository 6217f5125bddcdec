/** Lets the writers run, or pauses all of them so that the database can be checked. */
export interface WritersGate {
  mayGoOn(): Promise<void>;
  isOver(): boolean;
  /** Pauses; resolves when every writer waits. */
  pause(): Promise<void>;
  resume(): void;
  /** Running writes finish; no new ones start. */
  stop(): void;
}

export function createWritersGate(writers: number): WritersGate {
  let isOver = false;
  let isHeld = false;
  let waiting: (() => void)[] = [];
  let allWait: (() => void) | undefined;
  return {
    async mayGoOn() {
      while (isHeld) {
        await new Promise<void>((goOn) => {
          waiting.push(goOn);
          if (waiting.length === writers) allWait?.();
        });
      }
    },
    isOver: () => isOver,
    pause() {
      isHeld = true;
      return new Promise((done) => {
        allWait = done;
      });
    },
    resume() {
      isHeld = false;
      const all = waiting;
      waiting = [];
      for (const goOn of all) goOn();
    },
    stop() {
      isOver = true;
    },
  };
}
