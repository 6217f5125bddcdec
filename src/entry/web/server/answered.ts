import { paths } from '../../../base/site/paths.ts';
import type { Page } from '../page/page.ts';

/** Addresses that neither a page nor one of its forms answers. */
export function listUnanswered(pages: readonly Page[]): string[] {
  const answered = new Set(
    pages.flatMap(({ path, actions = {} }) => [path, ...Object.values(actions).map((action) => action.path)]),
  );
  return Object.values(paths).filter((path) => !answered.has(path));
}

/** Whether an address has a page: the frame links only what is there. */
export function createIsBuilt(pages: readonly Page[]): (href: string) => boolean {
  const patterns = [...pages.map(({ path }) => path)].map(
    (path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  );
  const unbuilt = new Set(listUnanswered(pages));
  return (href) => {
    const [path = ''] = href.split(/[?#]/, 1);
    // `/tasks/new` is not a task called new.
    return !unbuilt.has(path) && patterns.some((pattern) => pattern.test(path));
  };
}
