/** Lets the writers run, or pauses all of them so that the database can be checked. */
export interface WritersGate {
  mayGoOn(): Promise<void>;
  isOver(): boolean;
  /** Pauses; resolves when every writer waits. */
  hold(): Promise<void>;
  open(): void;
  /** Running writes finish; no new ones start. */
  end(): void;
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
    hold() {
      isHeld = true;
      return new Promise((done) => {
        allWait = done;
      });
    },
    open() {
      isHeld = false;
      const all = waiting;
      waiting = [];
      for (const goOn of all) goOn();
    },
    end() {
      isOver = true;
    },
  };
}
