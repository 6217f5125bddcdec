import { before, describe, it } from 'node:test';
import { texts as formerTexts } from '../../src/entry/web/forms/take-back-ending.ts';
import { texts as proposingTexts } from '../../src/entry/web/page/proposing.tsx';
import { texts as deskTexts } from '../../src/entry/web/pages/board/board-desk.tsx';
import { texts as endTexts } from '../../src/entry/web/pages/board/end-person.tsx';
import { texts as inviteTexts } from '../../src/entry/web/pages/board/invite-people.tsx';
import { texts as motionTexts } from '../../src/entry/web/pages/board/motion.tsx';
import { texts as plotTexts } from '../../src/entry/web/pages/board/new-plots.tsx';
import { texts as paperTexts } from '../../src/entry/web/pages/board/paper-links.tsx';
import { texts as peopleTexts } from '../../src/entry/web/pages/board/people.tsx';
import { texts as visitTexts } from '../../src/entry/web/pages/board/visits.tsx';
import { texts as articleTexts } from '../../src/entry/web/pages/journal/article.tsx';
import { texts as importsTexts } from '../../src/entry/web/pages/land-import/land-imports.tsx';
import { texts as auditTexts } from '../../src/entry/web/ui/audit-filter.tsx';
import * as labels from '../../src/entry/web/words/labels.ts';
import { motionTexts as kindTexts } from '../../src/entry/web/words/motion-texts.ts';
import { insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { waitUntil } from '../harness/wait-until.ts';
import type { OAuthTestClient } from '../oauth/oauth-test-client.ts';
import { prepareBrowser } from './browser-setup.ts';
import type { BrowserWindow, Look } from './browser-window.ts';
import { signIn } from './sign-in.ts';
import { TapCounter } from './tap-counter.ts';

const stage = prepareBrowser('THE JOBS OF A BOARD WITH PEOPLE AND PLOTS WERE NOT COUNTED');
const looks: Look[] = [
  { language: 'ru', width: 360, colorScheme: 'light' },
  { language: 'en', width: 360, colorScheme: 'dark' },
  { language: 'ru', width: 1280, colorScheme: 'dark' },
  { language: 'en', width: 1280, colorScheme: 'light' },
];
const settlement = 'berezka';

describe('jobs of the board with people and plots, in taps', { skip: stage.skip }, () => {
  let actors: OAuthTestClient;
  before(async () => {
    actors = await stage.openWithActors({ SMTP_URL: 'smtp://127.0.0.1:1' });
    const { service, village } = actors;
    await insertSettlementRole(
      service.db,
      village.settlement.id,
      village.accounts.newcomer,
      'editor',
      new Date(),
    );
  });
  /** From Today to the desk: More on a phone, the rail on a desktop. */
  const openDesk = async ({ look }: BrowserWindow, taps: TapCounter) => {
    if (look.width < 600) await taps.link(labels.more[look.language], true);
    await taps.link(labels.boardDesk[look.language]);
  };
  const want = (isOn: boolean) =>
    actors.service.db`update settlement set needs_second_member = ${isOn} where slug = ${settlement}`;

  for (const [index, look] of looks.entries()) {
    const { language, width } = look;
    const isPhone = width < 600;
    it(`plots in five, everybody invited in five, somebody taken off and back in eight: ${language} ${width}`, async () => {
      const { service, village } = actors;
      await want(false);
      const window = await stage.openWindow(look);
      const { page } = window;
      await signIn(window, 'editor');
      const again = () => page.goto('/today');
      const begin = async () => {
        await again();
        const taps = new TapCounter(page);
        await openDesk(window, taps);
        return taps;
      };

      const adding = await begin();
      await adding.link(deskTexts.land[language]);
      await adding.link(importsTexts.byHand[language]);
      const from = 100 + 200 * index;
      await page.getByLabel(plotTexts.numbers[language], { exact: true }).fill(`${from}–${from + 119}`);
      await window.inspect('people-jobs-plots');
      await adding.button(plotTexts.add[language]);
      await waitUntil('the plots are added', async () => {
        const [added] = await service.db<{ count: number }[]>`
          select count(*)::int as count from parcel where number in (${String(from)}, ${String(from + 119)})`;
        return added?.count === 2;
      });
      adding.atMost(isPhone ? 5 : 4);

      await service.db`
        insert into recorded_person (id, parcel_id, name, email_key, created_at, updated_at)
        values (${service.newId()}, ${village.plots.free}, ${`Зоя ${index}`}, ${`zoya${index}@example.org`}, now(), now())`;
      const inviting = await begin();
      await inviting.link(deskTexts.residents[language]);
      await inviting.link(peopleTexts.invite[language]);
      await window.inspect('people-jobs-invite');
      await inviting.button(inviteTexts.send[language].replace('{n}', '1'));
      await page.getByText(inviteTexts.sent[language].replace('{n}', '1')).waitFor();
      inviting.atMost(isPhone ? 5 : 4);
      await window.inspect('people-jobs-invited');

      const ending = await begin();
      await ending.link(deskTexts.residents[language]);
      await ending.link('Neighbour Ivanova');
      await ending.link(endTexts.title[language]);
      await ending.radio(/Участок продан|The plot was sold/);
      await window.inspect('people-jobs-end');
      await ending.button(endTexts.end[language]);
      await page.getByText(endTexts.ended[language]).waitFor();
      await window.inspect('people-jobs-ended');
      await ending.button(formerTexts.takeBack[language], false);
      await page.getByText(formerTexts.takenBack[language]).waitFor();
      ending.atMost(isPhone ? 8 : 7);
      await window.close();
    });

    it(`ticked at the door in seven, the audit filtered in five, agreed to by a second in two: ${language} ${width}`, async () => {
      const { service, village } = actors;
      await want(false);
      const { editor } = village.clients;
      const title = `Вода ${language} ${width}`;
      const written = {
        settlement,
        kind: 'announcement',
        title,
        body: 'Завтра',
        visibility: 'residents',
      } as const;
      const { data: notice } = await editor.write_article(written);
      await editor.publish_article({ settlement, article: notice.id });
      const window = await stage.openWindow(look);
      const { page } = window;
      await signIn(window, 'editor');
      const begin = async () => {
        await page.goto('/today');
        const taps = new TapCounter(page);
        await openDesk(window, taps);
        return taps;
      };

      const visiting = await begin();
      await visiting.link(deskTexts.announcements[language]);
      await visiting.link(title);
      await visiting.link(articleTexts.told[language]);
      await visiting.link(paperTexts.visits[language]);
      await window.inspect('people-jobs-visits');
      await visiting.button(visitTexts.told[language], false);
      await page.getByRole('button', { name: visitTexts.undo[language] }).first().waitFor();
      visiting.atMost(isPhone ? 7 : 6);
      await window.inspect('people-jobs-told');

      const filtering = await begin();
      await filtering.link(deskTexts.audit[language]);
      filtering.count += 1;
      await page.locator('summary', { hasText: auditTexts.filter[language] }).click();
      await page.getByLabel(auditTexts.kind[language], { exact: true }).selectOption({ index: 1 });
      await filtering.button(auditTexts.show[language]);
      await page.waitForURL('**/audit?**');
      filtering.atMost(isPhone ? 5 : 4);
      await window.inspect('people-jobs-audit');

      await want(true);
      const proposing = await begin();
      await proposing.link(deskTexts.residents[language]);
      await proposing.link('Neighbour Ivanova');
      await proposing.link(endTexts.title[language]);
      await proposing.radio(/Записали по ошибке|Recorded by mistake/);
      await window.inspect('people-jobs-propose');
      await proposing.button(proposingTexts.propose[language]);
      await page.getByText(proposingTexts.proposed[language]).waitFor();
      proposing.atMost(isPhone ? 7 : 6);
      await window.inspect('people-jobs-proposed');
      const path = new URL(page.url()).pathname;
      await page.goto(path.replace(/\/\d+$/, ''));
      await window.inspect('people-jobs-motions');
      await window.close();

      const other = await stage.openWindow(look);
      await signIn(other, 'newcomer');
      const deciding = new TapCounter(other.page);
      await deciding.link(kindTexts.removal[language]);
      await other.page.waitForURL(`**${path}`);
      await other.inspect('people-jobs-second');
      if (index === looks.length - 1) {
        await deciding.button(motionTexts.agree[language], false);
        await other.page.getByText(motionTexts.isSeconded[language]).waitFor();
        deciding.atMost(2);
        await other.inspect('people-jobs-seconded');
      }
      await other.close();
      await service.db`delete from board_motion where answer is null`;
    });
  }
});
