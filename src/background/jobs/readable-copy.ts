import type { Db } from '../../base/db/connect.ts';
import type { ZipEntry } from '../../engines/media/zip.ts';
import {
  type CopyConversation,
  type CopyMessage,
  type CopyOwner,
  type CopyText,
  readCopyConversations,
  readCopyEntries,
  readCopyMessages,
  readCopyReviews,
  readCopyRevisions,
  readCopyTasks,
} from '../../store/accounts/readable-copy.ts';
import { listSanctions } from '../../store/accounts/sanctions.ts';
import { listOwnCompanies } from '../../store/directory/company-decisions.ts';
import {
  beginPage,
  type CopyReader,
  endPage,
  formatMoment,
  formatPerson,
  link,
  quote,
  withId,
} from './copy-page.ts';
import { copyWords, copyTexts as texts } from './copy-texts.ts';

/** Of each list on the first page; the JSON files have all. A zip without zip64 has few entries. */
const maxRows = 10_000;

export interface CopyContents {
  owner: CopyOwner;
  now: Date;
  /** Paths inside the zip, with the number of rows. */
  tables: readonly { path: string; rows: number }[];
  files: readonly { path: string; name: string }[];
}

/** A page for each conversation, with the words of both sides; `written` takes what the first page leads to. */
export async function* listConversationPages(
  db: Db,
  accountId: string,
  reader: CopyReader,
  written: CopyConversation[],
): AsyncGenerator<ZipEntry> {
  for await (const batch of readCopyConversations(db, accountId))
    for (const conversation of batch) {
      if (written.length === maxRows) return;
      written.push(conversation);
      yield {
        name: findConversationPath(conversation),
        content: writeConversation(readCopyMessages(db, conversation.id, accountId), conversation, reader),
      };
    }
}

const findConversationPath = ({ id }: CopyConversation) => `conversations/${id}.html`;

async function* writeConversation(
  messages: AsyncIterable<CopyMessage[]>,
  conversation: CopyConversation,
  reader: CopyReader,
): AsyncGenerator<string> {
  const { language } = reader;
  yield beginPage(formatTitle(conversation, reader), reader);
  yield `<p><a href="../index.html">${texts.back[language]}</a></p><ul>`;
  for await (const batch of messages)
    yield batch
      .map((message) => {
        const { id, isMine, body, hasMedia, at } = message;
        const who = withId(quote(formatAuthor(message, conversation, reader)), id);
        const attached = hasMedia ? ` · ${texts.attached[language]}` : '';
        const words = body === null ? `<p><i>${texts.hidden[language]}</i></p>` : quote(body, 'p');
        return `<li${isMine ? ' class="own"' : ''}><p>${who} · ${formatMoment(at, reader)}${attached}</p>${words}</li>\n`;
      })
      .join('');
  yield `</ul>${endPage}`;
}

function formatTitle(
  { kind, settlement, company, plotNumber, person }: CopyConversation,
  reader: CopyReader,
): string {
  const { language } = reader;
  if (kind === 'company') return company ?? '';
  if (kind === 'board') return `${texts.board[language]}, ${settlement ?? ''}`;
  if (person !== null) return formatPerson(person, reader);
  return `${texts.plot[language]} ${plotNumber ?? ''}, ${settlement ?? ''}`;
}

function formatAuthor(
  { isMine, author, side }: CopyMessage,
  { plotNumber, company }: CopyConversation,
  reader: CopyReader,
): string {
  const { language } = reader;
  if (isMine) return texts.you[language];
  if (side === 'plot') return `${texts.plot[language]} ${plotNumber ?? ''}`;
  const name = formatPerson(author, reader);
  if (side === 'board') return `${texts.board[language]}, ${name}`;
  return side === 'company' ? `${company ?? ''}, ${name}` : name;
}

/** The page that one opens: who one is here, what one said and did, and what every file holds. */
export async function* writeFirstPage(
  db: Db,
  accountId: string,
  conversations: readonly CopyConversation[],
  reader: CopyReader,
  { owner, now, tables, files }: CopyContents,
): AsyncGenerator<string> {
  const { language } = reader;
  const say = (word: string) => copyWords[word]?.[language] ?? quote(word);
  const item = (...parts: (string | null)[]) =>
    `<li>${parts.filter((part) => part !== null).join('')}</li>\n`;
  const line = (...parts: (string | null)[]) =>
    `<p><small>${parts.filter((part) => part !== null).join(' · ')}</small></p>`;
  const moment = (at: Date) => formatMoment(at, reader);
  async function* section<Row>(
    title: keyof typeof texts,
    rows: AsyncIterable<readonly Row[]> | readonly Row[],
    show: (row: Row) => string,
  ): AsyncGenerator<string> {
    let count = 0;
    yield `<h2>${texts[title][language]}</h2><ul>`;
    for await (const batch of Array.isArray(rows)
      ? [rows as readonly Row[]]
      : (rows as AsyncIterable<Row[]>)) {
      const shown = batch.slice(0, maxRows - count);
      count += shown.length;
      yield shown.map(show).join('');
      if (count === maxRows) break;
    }
    yield count === 0 ? `<li>${texts.none[language]}</li></ul>` : '</ul>';
    if (count === maxRows) yield `<p>${texts.further[language]}</p>`;
  }
  yield beginPage(texts.title[language], reader);
  yield `<p>${withId(quote(owner.name), accountId)}</p><p>${quote(owner.email)}</p>
<p>${texts.since[language]} ${moment(owner.createdAt)}</p>
<p>${texts.madeAt[language]} ${moment(now)}. ${texts.zone[language]} ${quote(reader.timeZone)}.</p>\n`;
  yield* section('places', owner.places, ({ settlement, plot, role, state }) =>
    item(`<p>${quote(settlement)}, ${texts.plot[language]} ${quote(plot)}</p>`, line(say(role), say(state))),
  );
  yield* section('conversations', conversations, (one) =>
    item(
      `<p>${withId(link(findConversationPath(one), formatTitle(one, reader)), one.id)}</p>`,
      line(String(one.messages), moment(one.lastAt)),
    ),
  );
  const text = (folder: string) => (one: CopyText) =>
    item(
      `<p>${withId(link(findTextPath(folder, one), one.title), one.id)}</p>`,
      line(one.settlement && quote(one.settlement), moment(one.at)),
    );
  yield* section('entries', readCopyEntries(db, accountId), text('articles'));
  yield* section('revisions', readCopyRevisions(db, accountId), text('knowledge'));
  yield* section('tasks', readCopyTasks(db, accountId), ({ id, title, kind, status, settlement, to, at }) =>
    item(
      `<p>${withId(quote(title), id)}</p>`,
      line(say(kind), say(status), to && quote(to), settlement && quote(settlement), moment(at)),
    ),
  );
  yield* section('reviews', readCopyReviews(db, accountId), (one) =>
    item(
      `<p>${withId(`${say(one.medal)}: ${quote(one.subject ?? '—')}`, one.id)}</p>`,
      one.body && quote(one.body, 'p'),
      one.answer && `<p>${texts.answer[language]}: ${quote(one.answer)}</p>`,
      one.hiddenBecause && `<p>${texts.hiddenBecause[language]}: ${quote(one.hiddenBecause)}</p>`,
      line(quote(one.settlement), moment(one.at)),
    ),
  );
  const companies = await listOwnCompanies(db, accountId, new Date(0), maxRows);
  yield* section('companies', companies, ({ id, name, state, own, createdAt }) =>
    item(`<p>${withId(quote(name), id)}</p>`, line(say(state), say(own), moment(createdAt))),
  );
  const sanctions = await listSanctions(db, { of: 'person', accountId }, undefined, maxRows);
  yield* section('sanctions', sanctions, (one) =>
    item(
      `<p>${withId(say(one.kind), one.id)}</p>`,
      `<p>${texts.reason[language]}: ${quote(one.reason)}</p>`,
      one.appeal && `<p>${texts.appeal[language]}: ${quote(one.appeal)}</p>`,
      one.appealReason && `<p>${texts.decided[language]}: ${quote(one.appealReason)}</p>`,
      one.endReason && `<p>${texts.takenBack[language]}: ${quote(one.endReason)}</p>`,
      line(
        one.settlementName && quote(one.settlementName),
        moment(one.imposedAt),
        one.until && `${texts.until[language]} ${moment(one.until)}`,
      ),
    ),
  );
  yield* section('files', files, ({ path, name }) => item(link(path, name)));
  yield* section('tables', tables, ({ path, rows }) => item(link(path, path), ` ${rows}`));
  yield `<p>${texts.tablesWhy[language]}</p>${endPage}`;
}

/** Of a text in a folder of the zip. */
export const findTextPath = (folder: string, { id, slug }: Pick<CopyText, 'id' | 'slug'>) =>
  `${folder}/${id}-${slug}.md`;
