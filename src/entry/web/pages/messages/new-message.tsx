import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { maxMessageMedia } from '../../../../domain/rules/media-access.ts';
import { list_companies } from '../../../../features/operations/company/list_companies.ts';
import { show_company } from '../../../../features/operations/company/show_company.ts';
import { send_message } from '../../../../features/operations/messenger/send_message.ts';
import { listFormPhotos, removePhotoFromForm, unsentPhotoSubject } from '../../loaders/form-photographs.ts';
import { pickByName } from '../../loaders/pick-by-name.ts';
import {
  type ActionResult,
  definePage,
  type FormRequest,
  type PageRequest,
  Rerender,
} from '../../page/page.ts';
import { refusalAsFieldError } from '../../server/refusal-as-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { RadioCards } from '../../ui/choice.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { say } from '../../ui/language-context.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PhotoField } from '../../ui/photo-field.tsx';
import * as labels from '../../words/labels.ts';
import { type AnsweredEntry, texts as entryTexts, loadAnsweredEntry, nameEntry } from './answered-entry.ts';
import { moveRefusalToPhotos, readMessageForm } from './message-form.ts';
import { texts as listTexts } from './messages.tsx';

export const texts = {
  title: labels.write,
  author: { en: 'Its author, {name}, will read it.', ru: 'Прочтёт автор: {name}.' },
  whom: { en: 'To whom', ru: 'Кому' },
  neighbour: { en: 'A neighbour', ru: 'Соседу' },
  neighbourHint: { en: 'by the number of the plot', ru: 'по номеру участка' },
  board: { en: 'The board', ru: 'Правлению' },
  company: { en: 'A company', ru: 'Компании' },
  plot: labels.plotNumber,
  plotHint: {
    en: 'Whoever lives there will read it. We do not show their names.',
    ru: 'Прочтут те, кто там живёт. Имена не показываем.',
  },
  companyName: { en: 'Name of the company', ru: 'Название компании' },
  message: labels.message,
  send: labels.send,
  wentOn: {
    en: 'You have written to each other before: the message was added here.',
    ru: 'Вы уже переписывались: сообщение добавлено сюда.',
  },
  noPlot: { en: 'Write the plot number.', ru: 'Напишите номер участка.' },
  nobody: {
    en: 'Nobody can be reached on this plot. Check the number.',
    ru: 'На этом участке написать некому. Проверьте номер.',
  },
  noBoard: { en: 'Nobody is on the board yet.', ru: 'В правлении пока никого нет.' },
} as const satisfies Record<string, Text>;

type RecipientKind = 'person' | 'board' | 'company';

type NewMessageData = Awaited<ReturnType<typeof loadNewMessage>>;

export const newMessagePage = definePage({
  path: paths.newMessage,
  access: 'signed-in',
  texts,
  missing: {
    body: { en: 'Write a message or add a photograph.', ru: 'Напишите сообщение или добавьте фотографию.' },
  },
  load: (_, pageRequest) => loadNewMessage(pageRequest),
  actions: {
    write: {
      path: paths.newMessage,
      photographs: true,
      perform: (_, pageRequest) => sendNewMessage(pageRequest),
    },
  },
  head: ({ entry }) => ({
    width: 'narrow',
    scripts: ['photos.js'],
    title: entry ? labels.answer : texts.title,
  }),
  render: (data) => (
    <>
      <PageHead
        title={data.entry ? labels.answer : texts.title}
        parent={
          data.entry
            ? { href: data.entry.path, text: data.entry.title }
            : { href: paths.messages, text: listTexts.title }
        }
      />
      <Form
        id="write"
        action={paths.newMessage}
        multipart
        hidden={{ settlement: data.settlement ?? undefined, entry: data.entry?.slug }}
        outbox=""
        draft={data.entry ? `answer ${data.entry.path}` : true}
      >
        {data.entry ? <AnsweredEntryNotice entry={data.entry} /> : <RecipientFields data={data} />}
        <TextArea name="body" label={texts.message} maxLength={4500} rows={5} />
        <PhotoField subject={unsentPhotoSubject(data.me)} most={maxMessageMedia} photos={data.photos} />
        <Button icon="send">{texts.send}</Button>
      </Form>
    </>
  ),
});

function AnsweredEntryNotice({ entry }: { entry: AnsweredEntry }) {
  return (
    <Notice tone="plain" icon="diary" title={`${say(entryTexts.about)} «${entry.title}»`}>
      {say(texts.author).replace('{name}', entry.author)}
    </Notice>
  );
}

function RecipientFields({ data }: { data: NewMessageData }) {
  return (
    <>
      <RadioCards
        name="to"
        label={texts.whom}
        value={data.to}
        choices={[
          { value: 'person', label: texts.neighbour, hint: texts.neighbourHint },
          { value: 'board', label: texts.board },
          { value: 'company', label: texts.company },
        ].filter(({ value }) => data.settlement !== null || value === 'company')}
      />
      {data.settlement && (
        <div class="only-if" data-if="person">
          <TextField
            name="parcel"
            label={texts.plot}
            hint={texts.plotHint}
            value={data.parcel}
            optional="unsaid"
            maxLength={40}
            autocomplete="off"
          />
        </div>
      )}
      <div class="only-if" data-if="company">
        <TextField
          name="company"
          label={texts.companyName}
          value={data.company}
          optional="unsaid"
          maxLength={120}
          autocomplete="off"
          suggestions={data.companies}
        />
      </div>
    </>
  );
}

async function loadNewMessage(pageRequest: PageRequest<'signed-in'>) {
  const { call, text, loadSignedInUser, session } = pageRequest;
  const place = (await loadSignedInUser())?.overview.place;
  const settlement = text('settlement') || place?.slug || null;
  const recipient = text('to');
  const reference = text('company');
  const to: RecipientKind =
    recipient === 'board' || recipient === 'person' || recipient === 'company'
      ? recipient
      : reference !== '' || settlement === null
        ? 'company'
        : 'person';
  const [{ companies }, entry] = await Promise.all([
    call(list_companies, { limit: '50', ...(settlement && { settlement }) }),
    settlement && text('entry') ? loadAnsweredEntry(call, settlement, text('entry')) : null,
  ]);
  return {
    settlement,
    /** The diary entry that is answered: it decides who gets the message. */
    entry,
    to: settlement === null ? ('company' as const) : to,
    parcel: text('parcel') || text('plot'),
    company: await findCompanyName(call, reference),
    companies: companies.map(({ name }) => name),
    me: session.accountId,
    photos: listFormPhotos(pageRequest),
  };
}

/** Company pages link here with a slug; the field shows the name. */
async function findCompanyName(call: PageRequest['call'], reference: string): Promise<string> {
  if (!/^[a-z0-9-]+$/.test(reference)) return reference;
  return call(show_company, { company: reference }).then(
    ({ data }) => data.name,
    () => reference,
  );
}

async function sendNewMessage(pageRequest: FormRequest<'signed-in'>): Promise<ActionResult | Rerender> {
  const { call, text, form } = pageRequest;
  if (removePhotoFromForm(form)) return new Rerender(null);
  const message = await readMessageForm(pageRequest);
  const entry = text('entry') ? await loadAnsweredEntry(call, text('settlement'), text('entry')) : null;
  const address = entry
    ? { to: 'person', settlement: text('settlement'), account: entry.authorId }
    : await readRecipient(call, text);
  const body = entry ? nameEntry(message.body, entry, pageRequest.view) : message.body;
  const sending = call(send_message, { ...address, ...message, body });
  const sent = await moveRefusalToPhotos(
    entry ? refusalAsFieldError(sending, 'body') : refusalAsFieldError(sending, 'parcel', texts.nobody),
  );
  const { conversation, number } = sent.data;
  const notice = number > 1 ? texts.wentOn : undefined;
  return { to: fillPath(paths.conversation, { conversation }), notice };
}

async function readRecipient(call: PageRequest['call'], text: PageRequest['text']) {
  const to = text('to');
  const settlement = text('settlement');
  if (to === 'board') return { to, settlement };
  if (to === 'company') {
    const q = text('company').trim();
    const { companies } = await call(list_companies, { q, limit: '20' });
    return { to, company: pickByName(companies, q, 'company').id };
  }
  const parcel = text('parcel').trim();
  if (parcel === '') refuse.invalid('parcel', texts.noPlot);
  return { to: 'person', settlement, parcel };
}
