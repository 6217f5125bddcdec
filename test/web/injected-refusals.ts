import { randomUUID } from 'node:crypto';
import type { Page, PageAction } from '../../src/entry/web/page/page.ts';
import { pages } from '../../src/entry/web/pages.ts';

/** Names the error that the action of a posted form throws instead of being performed. */
export const refusalHeader = 'x-injected-refusal';

const errors = new Map<string, Error>();

/** Value of the header for this error. */
export function prepareRefusal(error: Error): string {
  const key = randomUUID();
  errors.set(key, error);
  return key;
}

/** Requests without the header are performed, so that other tests of this process see no difference. */
function wrap(action: PageAction): void {
  const { perform } = action;
  Object.assign(action, {
    perform: (...[names, pageRequest]: Parameters<PageAction['perform']>) => {
      const error = errors.get(String(pageRequest.request.headers[refusalHeader]));
      if (error) throw error;
      return perform.call(action, names, pageRequest);
    },
  });
}

for (const { actions } of pages as readonly Page[]) Object.values(actions ?? {}).forEach(wrap);
