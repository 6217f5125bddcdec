import { type ComponentType, h, hydrate } from 'preact';

/** Brings every place marked with the island's name to life, with what the server wrote beside it. */
export function hydrateIslands<Props extends object>(name: string, island: ComponentType<Props>): void {
  const wake = (root: ParentNode) => {
    for (const place of root.querySelectorAll<HTMLElement>(`[data-island="${name}"]`))
      hydrate(h(island, JSON.parse(place.dataset.props ?? '{}') as Props), place);
  };
  wake(document);
  // A region that was exchanged for a fresh one sleeps again.
  addEventListener('region', (event) => wake(event.target as HTMLElement));
}
