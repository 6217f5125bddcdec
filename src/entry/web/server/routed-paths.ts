import { paths } from '../../../base/site/paths.ts';
import type { Page } from '../page/page.ts';

/** Paths that neither a page nor one of its forms serves. */
export function listUnroutedPaths(pages: readonly Page[]): string[] {
  const answered = new Set(
    pages.flatMap(({ path, actions = {} }) => [path, ...Object.values(actions).map((action) => action.path)]),
  );
  return Object.values(paths).filter((path) => !answered.has(path));
}

const maxKnownPaths = 5000;

/** Tells whether a path has a page: navigation links only to existing pages. */
export function createHasPage(pages: readonly Page[]): (href: string) => boolean {
  const served = new Set(pages.map(({ path }) => path));
  const withFields = [...served].filter((path) => path.includes('{'));
  const pattern = new RegExp(`^(?:${withFields.join('|').replaceAll(/\{\w+\}/g, '[^/]+')})$`);
  const unbuilt = new Set(listUnroutedPaths(pages));
  // Every page asks for the same few paths, and the pattern is long.
  const known = new Map<string, boolean>();
  return (href) => {
    const [path = ''] = href.split(/[?#]/, 1);
    if (served.has(path)) return true;
    let isServed = known.get(path);
    if (isServed === undefined) {
      // `/tasks/new` must not match `/tasks/{task}`.
      isServed = !unbuilt.has(path) && pattern.test(path);
      if (known.size >= maxKnownPaths) known.clear();
      known.set(path, isServed);
    }
    return isServed;
  };
}
