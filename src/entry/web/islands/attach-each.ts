/** Attaches a script to every such element, also of a region that is swapped in later. */
export function attachEach(selector: string, attach: (element: HTMLElement) => void): void {
  const wake = (root: ParentNode) => {
    for (const element of root.querySelectorAll<HTMLElement>(selector)) attach(element);
  };
  wake(document);
  addEventListener('region', (event) => wake(event.target as HTMLElement));
}
