/** Lets the writers through, or holds all of them so that what they wrote can be looked at in peace. */
export interface WritersGate {
  mayGoOn(): Promise<void>;
  isOver(): boolean;
  /** Resolves when every writer waits. */
  hold(): Promise<void>;
  open(): void;
  /** What is under way is finished; nothing new is begun. */
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
