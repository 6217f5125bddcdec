import type { Page } from '../../src/entry/web/page/page.ts';
import { pages } from '../../src/entry/web/pages.ts';
import type { OAuthTestClient } from '../../test/oauth/oauth-test-client.ts';
import { expectedStatus, pageAddress } from '../../test/web/cases/index.ts';
import { viewers } from '../../test/web/cases/page-case.ts';
import type { SampleNames } from '../../test/web/cases/sample-data.ts';
import { signIn, visibleText } from '../../test/web/sign-in.ts';
import type { FaultCase } from './fault-case.ts';

/** Every page that somebody may open, as the first who may: what it shows. */
export async function listPageCases(actors: OAuthTestClient, names: SampleNames): Promise<FaultCase[]> {
  const browsers = new Map<string, Awaited<ReturnType<typeof signIn>>>();
  for (const viewer of viewers) browsers.set(viewer, await signIn(actors.service, viewer));
  return (pages as readonly Page[]).flatMap((page) => {
    const viewer = viewers.find(
      (each) => expectedStatus(page, each) === 200 && (page.access !== 'moderator' || each === 'moderator'),
    );
    const browser = viewer && browsers.get(viewer);
    if (browser === undefined) return [];
    return {
      name: `GET ${page.path}`,
      service: actors.service,
      hasKey: false,
      mayRepeat: true,
      make: async () => async () => {
        const { status, html, headers } = await browser.get(pageAddress(page, names, actors));
        const shape = withoutTimes(visibleText(html));
        return { status, retryAfter: headers.get('retry-after'), shape, body: shape };
      },
    };
  });
}

/** What changes from one request to the next: "just now" becomes "1 minute ago", and the operator's slowest routes are others. */
const withoutTimes = (text: string) =>
  text
    .replaceAll(/[\d\p{L}_-]*\d[\d\p{L}_-]*/gu, '0')
    .replaceAll(/just now|0 (?:minute|hour|day)s? ago/giu, 'just now')
    .replaceAll(/(?:\/\S* 0 0 ms 0 ms )+/gu, 'routes ');
