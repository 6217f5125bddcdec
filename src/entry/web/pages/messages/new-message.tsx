import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { maxMessageMedia } from '../../../../domain/rules/media-access.ts';
import { list_companies } from '../../../../features/operations/company/list_companies.ts';
import { show_company } from '../../../../features/operations/company/show_company.ts';
import { send_message } from '../../../../features/operations/messenger/send_message.ts';
import { listFormPhotos, removePhotoFromForm } from '../../loaders/form-photographs.ts';
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
import { PageHead } from '../../ui/page-head.tsx';
import { PhotoField } from '../../ui/photo-field.tsx';
import * as labels from '../../words/labels.ts';
import { messagePhotoSubject, moveRefusalToPhotos, readMessageForm } from './message-form.ts';
import { texts as listTexts } from './messages.tsx';

export const texts = {
  title: labels.write,
  whom: { en: 'To whom', ru: 'Кому' },
  neighbour: { en: 'A neighbour', ru: 'Соседу' },
  neighbourHint: { en: 'by the number of the plot', ru: 'по номеру участка' },
  board: { en: 'The board', ru: 'Правлению' },
  company: { en: 'A company', ru: 'Компании' },
  plot: labels.plotNumber,
  plotHint: {
    en: 'Whoever lives there reads it. You are not told who that is until they answer.',
    ru: 'Прочтут те, кто там живёт. Кто именно\u00a0— узнаете, если ответят.',
  },
  companyName: { en: 'Name of the company', ru: 'Название компании' },
  message: labels.message,
  send: labels.send,
  noPlot: { en: 'Say which plot.', ru: 'Укажите номер участка.' },
  nobody: {
    en: 'Nobody can be reached on this plot. Check the number.',
    ru: 'На этом участке написать некому. Проверьте номер.',
  },
  noBoard: { en: 'Nobody is on the board yet.', ru: 'В правлении пока никого нет.' },
} as const satisfies Record<string, Text>;

type RecipientKind = 'person' | 'board' | 'company';

interface NewMessageData {
  readonly settlement: string | null;
  readonly to: RecipientKind;
  readonly parcel: string;
  readonly company: string;
  /** Suggestions of the field. */
  readonly companies: readonly string[];
  readonly me: string;
  /** Photographs of a form that is shown again. */
  readonly photos: ReturnType<typeof listFormPhotos>;
}

export const newMessagePage = definePage({
  path: paths.newMessage,
  access: 'signed-in',
  texts,
  load: (_, pageRequest) => loadNewMessage(pageRequest),
  actions: {
    write: {
      path: paths.newMessage,
      photographs: true,
      perform: (_, pageRequest) => sendNewMessage(pageRequest),
    },
  },
  head: () => ({ width: 'narrow', scripts: ['photos.js'] }),
  render: (data, { language }) => (
    <>
      <PageHead
        title={texts.title[language]}
        parent={{ href: paths.messages, text: listTexts.title[language] }}
      />
      <Form
        id="write"
        action={paths.newMessage}
        multipart
        hidden={data.settlement ? { settlement: data.settlement } : {}}
        outbox=""
        draft
      >
        <RadioCards
          name="to"
          label={texts.whom[language]}
          value={data.to}
          choices={[
            ...(data.settlement
              ? [
                  {
                    value: 'person',
                    label: texts.neighbour[language],
                    hint: texts.neighbourHint[language],
                  },
                  { value: 'board', label: texts.board[language] },
                ]
              : []),
            { value: 'company', label: texts.company[language] },
          ]}
        />
        {data.settlement && (
          <div class="only-if" data-if="person">
            <TextField
              name="parcel"
              label={texts.plot[language]}
              hint={texts.plotHint[language]}
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
            label={texts.companyName[language]}
            value={data.company}
            optional="unsaid"
            maxLength={120}
            autocomplete="off"
            suggestions={data.companies}
          />
        </div>
        <TextArea name="body" label={texts.message[language]} maxLength={5000} rows={5} />
        <PhotoField subject={messagePhotoSubject(data.me)} most={maxMessageMedia} photos={data.photos} />
        <Button icon="send">{texts.send[language]}</Button>
      </Form>
    </>
  ),
});

async function loadNewMessage(pageRequest: PageRequest<'signed-in'>): Promise<NewMessageData> {
  const { call, text, loadSignedInUser, session } = pageRequest;
  const place = (await loadSignedInUser())?.overview.place;
  const settlement = text('settlement') || place?.slug || null;
  const asked = text('to');
  const reference = text('company');
  const to: RecipientKind =
    asked === 'board' || asked === 'person' || asked === 'company'
      ? asked
      : reference !== '' || settlement === null
        ? 'company'
        : 'person';
  const { companies } = await call(list_companies, { limit: '50', ...(settlement && { settlement }) });
  return {
    settlement,
    to: settlement === null ? 'company' : to,
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
  const address = await readRecipient(call, text);
  const sending = call(send_message, { ...address, ...message });
  const sent = await moveRefusalToPhotos(refusalAsFieldError(sending, 'parcel', texts.nobody));
  return { to: fillPath(paths.conversation, { conversation: sent.data.conversation }) };
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
