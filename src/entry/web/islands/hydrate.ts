import { type ComponentType, h, hydrate } from 'preact';

/** Hydrates every element marked with the island's name, with the props the server wrote into it. */
export function hydrateIslands<Props extends object>(name: string, island: ComponentType<Props>): void {
  const wake = (root: ParentNode) => {
    for (const place of root.querySelectorAll<HTMLElement>(`[data-island="${name}"]`))
      hydrate(h(island, JSON.parse(place.dataset.props ?? '{}') as Props), place);
  };
  wake(document);
  // A swapped-in region has to be hydrated again.
  addEventListener('region', (event) => wake(event.target as HTMLElement));
}
