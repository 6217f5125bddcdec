/**
 * As many requests of one account as the service runs at once. Further ones would wait there, and be refused with 429
 * after five seconds, as they are on a busy machine.
 */
const lanes = 4;

/** Runs work for each item, several at a time; results in the order of the items. */
export async function runInLanes<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const runLane = async () => {
    for (const [index, item] of queue) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: lanes }, runLane));
  return results;
}
