/** The parts of a connection and its queues inside the driver that are used here. */
export interface DriverQueue {
  readonly length: number;
  push(item: object): object;
  shift(): object | undefined;
  remove(item: object): object | null;
}
export interface DriverConnection {
  queue: DriverQueue;
}

const tidied = new WeakSet<object>();

/**
 * The driver keeps its connections in queues that forget an empty front only when they run empty. The queue of idle ones
 * hardly ever does, so it grows by one place with every query, and every query looks through all of them: after a quarter
 * of a million a query costs twice as much. Every queue this connection comes into is given a plain list instead.
 */
export function tidyQueuesOf(connection: DriverConnection): void {
  if (tidied.has(connection)) return;
  tidied.add(connection);
  let current = connection.queue;
  tidy(current);
  Object.defineProperty(connection, 'queue', {
    get: () => current,
    set(queue: DriverQueue) {
      tidy(queue);
      current = queue;
    },
  });
}

export function isTidy(queue: DriverQueue): boolean {
  return tidied.has(queue);
}

function tidy(queue: DriverQueue): void {
  if (tidied.has(queue)) return;
  tidied.add(queue);
  const items: object[] = [];
  while (queue.length > 0) items.push(queue.shift() as object);
  Object.defineProperty(queue, 'length', { get: () => items.length });
  Object.assign(queue, {
    push(item: object) {
      items.push(item);
      return item;
    },
    shift: () => items.shift(),
    remove(item: object) {
      const place = items.indexOf(item);
      if (place === -1) return null;
      items.splice(place, 1);
      return item;
    },
  });
}
