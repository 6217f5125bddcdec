import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Pager } from '../../src/entry/web/ui/pager.tsx';
import { renderDocument } from '../../src/entry/web/ui/shell.tsx';
import { startService } from '../harness/service.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn } from './sign-in.ts';

/** Addresses of the pagers of a page: back to the beginning, and the next page. */
function readPagers(html: string): string[] {
  return [...html.matchAll(/<nav class="pager"[\s\S]*?<\/nav>/g)].flatMap(([pager]) =>
    [...pager.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&')),
  );
}

describe('pager', () => {
  it('changes its own parameter in the address of the page and keeps the others', () => {
    const cases: [path: string, props: Parameters<typeof Pager>[0], addresses: string[]][] = [
      ['/tasks', { cursor: null }, []],
      ['/tasks', { cursor: 'a+b' }, ['/tasks?cursor=a%2Bb']],
      ['/tasks?cursor=', { cursor: undefined }, []],
      ['/tasks?cursor=a', { cursor: null }, ['/tasks']],
      ['/tasks?q=x&cursor=a', { cursor: 7 }, ['/tasks?q=x', '/tasks?q=x&cursor=7']],
      ['/desk?orders=a', { cursor: 'b', name: 'verdicts' }, ['/desk?orders=a&verdicts=b']],
      ['/map?tag=x', { cursor: 'b', name: 'tagged', anchor: 'list' }, ['/map?tag=x&tagged=b#list']],
      ['/photos?photo=1&cursor=a', { cursor: 'b', without: 'photo' }, ['/photos', '/photos?cursor=b']],
      ['//evil.example/?cursor=a', { cursor: 'b' }, ['/', '/?cursor=b']],
    ];
    for (const [path, props, addresses] of cases) {
      const frame = { path, baseUrl: 'http://here', language: 'en', overview: null } as const;
      const html = renderDocument(frame, { title: 'List' }, <Pager {...props} />);
      assert.deepEqual(readPagers(html), addresses, path);
    }
  });

  describe('on pages', () => {
    let actors: OAuthTestClient;
    before(async () => {
      actors = await prepareOAuthTestClient(await startService());
    });

    it('leads through articles of one kind and back to the first of them', async () => {
      const { clients, settlement } = actors.village;
      for (let count = 0; count < 31; count += 1) {
        const words = { title: `Дрова ${count}`, body: 'Берёза', kind: 'guide' } as const;
        const { data } = await clients.editor.write_article({ settlement: settlement.slug, ...words });
        await clients.editor.publish_article({ settlement: settlement.slug, article: data.slug });
      }
      const browser = await signIn(actors.service, 'editor');
      const list = `/settlements/${settlement.slug}/articles?kind=guide`;
      const [next = ''] = readPagers((await browser.get(list)).html);
      assert.ok(next.startsWith(`${list}&cursor=`), next);
      assert.deepEqual(readPagers((await browser.get(next)).html), [list]);
    });
  });
});
