/**
 * Batches concurrent items: up to `atOnce` batches run at a time; items that arrive meanwhile form the next batch, up
 * to `mostTogether` items and a total weight of `mostWeight`. A single item runs at once.
 */
export function createBatcher<Item>(
  limits: { atOnce: number; mostTogether: number; mostWeight: number },
  weigh: (item: Item) => number,
  handle: (items: Item[]) => Promise<void>,
): (item: Item) => Promise<void> {
  let busy = 0;
  const waiting: { item: Item; done: () => void; failed: (error: unknown) => void }[] = [];
  const start = () => {
    while (busy < limits.atOnce && waiting.length > 0) {
      let weight = 0;
      let size = 0;
      for (const { item } of waiting) {
        weight += weigh(item);
        if (size > 0 && (size >= limits.mostTogether || weight > limits.mostWeight)) break;
        size += 1;
      }
      const group = waiting.splice(0, size);
      busy += 1;
      handle(group.map(({ item }) => item))
        .then(
          () => {
            for (const { done } of group) done();
          },
          (error: unknown) => {
            for (const { failed } of group) failed(error);
          },
        )
        .finally(() => {
          busy -= 1;
          start();
        });
    }
  };
  return (item) =>
    new Promise<void>((done, failed) => {
      waiting.push({ item, done, failed });
      start();
    });
}
