/** Binary heap; `pop` returns the item that precedes all others. */
export function createHeap<T>(precedes: (a: T, b: T) => boolean) {
  const items: T[] = [];
  return {
    size: () => items.length,
    push(item: T): void {
      let at = items.push(item) - 1;
      while (at > 0) {
        const up = (at - 1) >> 1;
        if (!precedes(item, items[up] as T)) break;
        items[at] = items[up] as T;
        at = up;
      }
      items[at] = item;
    },
    pop(): T | undefined {
      const top = items[0];
      const last = items.pop();
      if (items.length === 0 || last === undefined) return top;
      let at = 0;
      for (;;) {
        let down = 2 * at + 1;
        if (down >= items.length) break;
        if (down + 1 < items.length && precedes(items[down + 1] as T, items[down] as T)) down++;
        if (!precedes(items[down] as T, last)) break;
        items[at] = items[down] as T;
        at = down;
      }
      items[at] = last;
      return top;
    },
  };
}
