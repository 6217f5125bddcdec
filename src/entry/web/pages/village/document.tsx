import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { documentReaders } from '../../../../domain/rules/settlement-documents.ts';
import { edit_settlement_document } from '../../../../features/actions/edit_settlement_document.ts';
import { remove_settlement_document } from '../../../../features/actions/remove_settlement_document.ts';
import { replace_settlement_document } from '../../../../features/actions/replace_settlement_document.ts';
import { show_settlement_document } from '../../../../features/actions/show_settlement_document.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { check, choice, line, pickTexts } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { type ActionResult, definePage, type FormRequest } from '../../page/page.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckField } from '../../ui/choice.tsx';
import { DateField } from '../../ui/field.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Form } from '../../ui/form.tsx';
import { FactList, ListCard } from '../../ui/list.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import { documentReaderTexts, formatVersion } from '../../words/document-texts.ts';
import { type Clock, formatDay, formatPlainDate } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';

import { documentFilePath, withDocumentFile } from './document-file.ts';
import { confirmReading, describeFile, hasRead, ReadTag, texts as rowTexts } from './document-row.tsx';
import { texts as listTexts, sayUsed } from './documents.tsx';

export const texts = {
  title: { en: 'Document', ru: 'Документ' },
  folder: listTexts.folder,
  readers: listTexts.readers,
  versions: { en: 'Versions', ru: 'Версии' },
  shown: { en: 'shown now', ru: 'сейчас показана' },
  addedBy: { en: 'put in by {name} on {day}', ru: 'положено {day}, {name}' },
  replaceTitle: { en: 'Put in a new version', ru: 'Положить новую версию' },
  replaceWhy: {
    en: 'It is shown in place of this one; former versions stay to be read by the same people.',
    ru: 'Её покажем вместо этой; прежние версии останутся и видны тем же людям.',
  },
  replace: { en: 'Put it in', ru: 'Положить' },
  replaced: {
    en: 'The new version is shown. The former one stays.',
    ru: 'Показываем новую версию. Прежняя осталась.',
  },
  asksAgain: { en: 'Ask residents to read this version', ru: 'Попросить жителей прочитать эту версию' },
  changeTitle: { en: 'Name, folder and readers', ru: 'Название, папка и кто читает' },
  who: { en: 'Who has read it', ru: 'Кто прочитал' },
  remove: labels.removeIt,
  removeAsk: { en: 'Remove this document with all its versions?', ru: 'Убрать документ со всеми версиями?' },
  keep: { en: 'Keep it', ru: 'Оставить' },
  removed: { en: 'Removed.', ru: 'Убрано.' },
} as const satisfies Record<string, Text>;

type Shown = ReplyOf<typeof show_settlement_document>;

const documentPath = (names: { settlement: string; document: string }) => fillPath(paths.document, names);

async function replaceDocument(
  names: { settlement: string; document: string },
  pageRequest: FormRequest,
): Promise<ActionResult> {
  const { call, text } = pageRequest;
  await withDocumentFile(names.settlement, pageRequest, (file) =>
    call(replace_settlement_document, {
      ...names,
      day: text('new_day'),
      asks_again: text('asks_again') === 'true',
      seen_version: Number(text('seen_version')),
      file,
    }),
  );
  return { to: documentPath(names), notice: texts.replaced };
}

const edit = form(edit_settlement_document, {
  access: 'anybody',
  path: paths.editDocument,
  fields: {
    title: line(listTexts.name),
    folder: line(texts.folder, { hint: listTexts.folderHint }),
    readers: choice(texts.readers, pickTexts(documentReaderTexts, documentReaders), { as: 'cards' }),
    asks_reading: check(listTexts.asks),
  },
  given: (_, { text }) => ({
    seen: {
      title: text('seen_title'),
      folder: text('seen_folder'),
      readers: text('seen_readers') as (typeof documentReaders)[number],
      asks_reading: text('seen_asks') === 'true',
    },
  }),
  done: (_, names) => ({ to: documentPath(names), notice: labels.saved }),
});

const remove = form(remove_settlement_document, {
  access: 'anybody',
  path: paths.removeDocument,
  isButton: true,
  done: (_, { settlement }) => ({ to: fillPath(paths.documents, { settlement }), notice: texts.removed }),
});

export const documentPage = definePage({
  path: paths.document,
  access: 'anybody',
  texts,
  signInToFind: true,
  offline: false,
  missing: { title: { en: 'Write the name of the document.', ru: 'Напишите название документа.' } },
  async load({ settlement, document }, pageRequest) {
    if (!isId(document)) refuse.notFound('document');
    const { call, text } = pageRequest;
    const [place, found] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      call(show_settlement_document, { settlement, document }),
    ]);
    return { ...place, ...found, isLeaving: place.membership.isBoard && text('remove') !== '' };
  },
  actions: {
    replace: { path: paths.replaceDocument, photographs: true, perform: replaceDocument },
    edit,
    remove,
  },
  head: ({ document }) => ({ title: document.title, width: 'narrow' }),
  render: ({ settlement, membership, clock, document, former, usedBytes, isLeaving }) => {
    const { language } = clock;
    const at = { settlement: settlement.slug, document: document.documentId };
    return (
      <Screen
        title={document.title}
        line={`${formatDay(document.day, clock)} · ${describeFile(document, language)}`}
        parent={{ href: fillPath(paths.documents, { settlement: settlement.slug }), text: labels.documents }}
      >
        {isLeaving && (
          <Card heading={{ id: 'leaving', title: texts.removeAsk }}>
            <div class="buttons">
              <remove.Button at={at} kind="danger">
                {texts.remove}
              </remove.Button>
              <LinkButton href={documentPath(at)} kind="quiet">
                {texts.keep}
              </LinkButton>
            </div>
          </Card>
        )}
        <Card>
          <Reading document={document} isResident={membership.isResident} at={at} />
          <FactList
            facts={[
              [texts.readers, documentReaderTexts[document.readers][language]],
              ...(document.folder === '' ? [] : [[texts.folder, document.folder] as const]),
            ]}
          />
          {document.asksReading && membership.readsAsBoard && (
            <LinkButton href={fillPath(paths.documentReading, at)} kind="quiet" icon="check">
              {texts.who}
            </LinkButton>
          )}
        </Card>
        <ListCard heading={{ id: 'versions', title: texts.versions }}>
          {[document, ...former].map((version) => (
            <VersionRow
              key={version.version}
              version={version}
              shown={document.version}
              at={at}
              clock={clock}
            />
          ))}
        </ListCard>
        {membership.isBoard && <Settings document={document} usedBytes={usedBytes} at={at} clock={clock} />}
      </Screen>
    );
  },
});

/** Opens what is shown now, and takes the mark of whoever is asked to read it. */
function Reading({
  document,
  isResident,
  at,
}: Pick<Place, 'at'> & { document: Shown['document']; isResident: boolean }) {
  const { version, state, asksReading } = document;
  const isRead = asksReading && hasRead(document);
  return (
    <div class="buttons gap-below">
      {state === 'ready' && (
        <LinkButton href={documentFilePath(at.settlement, at.document, version)} icon="book">
          {labels.open}
        </LinkButton>
      )}
      {asksReading && isResident && !isRead && (
        <confirmReading.Button at={at} hidden={{ version: String(version) }} kind="quiet" icon="check">
          {rowTexts.confirm}
        </confirmReading.Button>
      )}
      {isRead && <ReadTag />}
    </div>
  );
}

type Place = { readonly at: { settlement: string; document: string }; readonly clock: Clock };

function VersionRow({
  version,
  shown,
  at,
  clock,
}: Place & { version: Shown['document'] | Shown['former'][number]; shown: number }) {
  const { language } = clock;
  const added = texts.addedBy[language]
    .replace('{name}', version.addedBy)
    .replace('{day}', formatPlainDate(version.addedAt.getTime(), clock));
  const isOpen = !('state' in version) || version.state === 'ready';
  return (
    <Row
      icon="book"
      title={formatVersion(version.version, language, true)}
      href={isOpen ? documentFilePath(at.settlement, at.document, version.version) : undefined}
      line={`${formatDay(version.day, clock)}\u00a0· ${describeFile(version, language)}\u00a0· ${added}`}
      age={version.version === shown ? texts.shown : undefined}
    />
  );
}

function Settings({
  document,
  usedBytes,
  at,
  clock,
}: Place & { document: Shown['document']; usedBytes: number | null }) {
  const { title, folder, readers, asksReading, version } = document;
  return (
    <>
      <Fold title={texts.replaceTitle}>
        <p class="soft">{texts.replaceWhy}</p>
        <Form
          id="replace"
          action={fillPath(paths.replaceDocument, at)}
          hidden={{ seen_version: String(version) }}
          multipart
        >
          <DateField name="new_day" label={listTexts.day} />
          <FileField
            name="file"
            label={listTexts.file}
            hint={listTexts.fileHint}
            accept="application/pdf,image/*"
          />
          <CheckField name="asks_again" label={texts.asksAgain} checked={asksReading} />
          <Button>{texts.replace}</Button>
          {usedBytes !== null && <p class="small soft">{sayUsed(usedBytes, clock.language)}</p>}
        </Form>
      </Fold>
      <Fold title={texts.changeTitle}>
        <edit.Form
          at={at}
          values={{ title, folder, readers, asks_reading: asksReading }}
          hidden={{
            seen_title: title,
            seen_folder: folder,
            seen_readers: readers,
            seen_asks: String(asksReading),
          }}
        >
          <edit.title />
          <edit.folder />
          <edit.readers />
          <edit.asks_reading />
          <Button>{labels.save}</Button>
        </edit.Form>
      </Fold>
      <LinkButton href={`${documentPath(at)}?remove=1`} kind="quiet" icon="remove">
        {texts.remove}
      </LinkButton>
    </>
  );
}
