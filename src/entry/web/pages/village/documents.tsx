import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { formatFileSize } from '../../../../domain/rules/file-size.ts';
import { documentReaders, maxDocumentBytes } from '../../../../domain/rules/settlement-documents.ts';
import { add_settlement_document } from '../../../../features/actions/add_settlement_document.ts';
import { list_settlement_documents } from '../../../../features/actions/list_settlement_documents.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { type ActionResult, definePage, type FormRequest } from '../../page/page.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { CheckField, RadioCards } from '../../ui/choice.tsx';
import { DateField, TextField } from '../../ui/field.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Form } from '../../ui/form.tsx';
import { say } from '../../ui/language-context.ts';
import { ListCard } from '../../ui/list.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { documentReaderTexts } from '../../words/document-texts.ts';
import * as labels from '../../words/labels.ts';
import { withDocumentFile } from './document-file.ts';
import { confirmReading, DocumentRow, type ListedDocument } from './document-row.tsx';

export const texts = {
  title: labels.documents,
  line: { en: 'Charter, minutes, estimates', ru: 'Устав, протоколы, сметы' },
  none: { en: 'No documents yet', ru: 'Документов пока нет' },
  noneWhy: {
    en: 'The board keeps the charter, minutes and rules here.',
    ru: 'Сюда правление кладёт устав, протоколы и правила.',
  },
  noneOpen: { en: 'No document is open to everybody', ru: 'Открытых для всех документов нет' },
  noneOpenWhy: {
    en: 'Residents of the village see theirs after signing in.',
    ru: 'Жители посёлка видят документы после входа.',
  },
  notFound: labels.nothingFound,
  notFoundWhy: { en: 'Titles and folders were searched.', ru: 'Искали в названиях и папках.' },
  whole: { en: 'All documents', ru: 'Все документы' },
  find: { en: 'Find a document', ru: 'Найти документ' },
  addTitle: { en: 'Add a document', ru: 'Добавить документ' },
  name: labels.whatItIs,
  nameHint: { en: 'Minutes of the meeting, charter', ru: 'Протокол собрания, устав' },
  day: { en: 'Date', ru: 'За какое число' },
  file: labels.file,
  fileHint: { en: 'PDF or a picture, up to 40 MB', ru: 'PDF или снимок, до 40 МБ' },
  add: labels.add,
  added: { en: 'Added.', ru: 'Добавлено.' },
  folder: { en: 'Folder', ru: 'Папка' },
  folderHint: { en: 'Minutes, estimates; or none', ru: 'Протоколы, сметы; можно без папки' },
  others: { en: 'Other documents', ru: 'Остальное' },
  readers: { en: 'Who reads it', ru: 'Кто читает' },
  asks: {
    en: 'Ask residents to confirm that they have read it',
    ru: 'Попросить жителей отметить, что прочитали',
  },
  used: {
    en: 'All documents with their versions take {used} of {most}.',
    ru: 'Все документы с их версиями занимают {used} из {most}.',
  },
} as const satisfies Record<string, Text>;

export const readerChoices = documentReaders.map((value) => ({ value, label: documentReaderTexts[value] }));

async function addDocument(
  { settlement }: { settlement: string },
  pageRequest: FormRequest,
): Promise<ActionResult> {
  const { call, text } = pageRequest;
  await withDocumentFile(settlement, pageRequest, (file) =>
    call(add_settlement_document, {
      settlement,
      title: text('title'),
      day: text('day'),
      folder: text('folder'),
      readers: text('readers') || 'residents',
      asks_reading: text('asks_reading') === 'true',
      file,
    }),
  );
  return { to: fillPath(paths.documents, { settlement }), notice: texts.added };
}

/** What the bytes of all documents take, and how much they may. */
export function sayUsed(bytes: number, language: 'en' | 'ru'): string {
  return texts.used[language]
    .replace('{used}', formatFileSize(bytes, language))
    .replace('{most}', formatFileSize(maxDocumentBytes, language));
}

export const documentsPage = definePage({
  path: paths.documents,
  access: 'anybody',
  texts,
  missing: {
    title: { en: 'Write the name of the document.', ru: 'Напишите название документа.' },
  },
  // Who may read is asked at each download, so an address kept on the phone would lead nowhere.
  offline: false,
  async load({ settlement }, pageRequest) {
    const { call, text, form } = pageRequest;
    const q = form === null ? text('q').trim().slice(0, 120) : '';
    const [place, found] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      call(list_settlement_documents, { settlement, q: q || undefined, cursor: text('cursor') || undefined }),
    ]);
    return { ...place, q, ...found };
  },
  actions: {
    add: { path: paths.documents, photographs: true, perform: addDocument },
    confirm: confirmReading,
  },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, membership, clock, q, documents, usedBytes, cursor }) => {
    const address = { settlement: settlement.slug };
    const here = fillPath(paths.documents, address);
    const folders = listFolders(documents);
    const groups = [...folders, ''].flatMap((folder) => {
      const listed = documents.filter((each) => each.folder === folder);
      return listed.length === 0 ? [] : [[folder, listed] as const];
    });
    return (
      <Screen
        title={texts.title}
        line={texts.line}
        parent={{ href: fillPath(paths.settlement, address), text: settlement.name }}
      >
        {(q !== '' || documents.length > 0) && (
          <SearchForm action={here} label={texts.find} placeholder={texts.find} value={q} />
        )}
        {documents.length === 0 && (
          <Nothing q={q} mayBeMore={membership.isResident || membership.readsAsBoard} />
        )}
        {groups.map(([folder, listed]) => (
          <ListCard
            key={folder}
            heading={
              groups.length > 1 || folder !== ''
                ? { id: `folder-${listed[0]?.documentId}`, title: folder || texts.others }
                : undefined
            }
          >
            {listed.map((document) => (
              <DocumentRow
                key={document.documentId}
                document={document}
                settlement={settlement.slug}
                membership={membership}
                clock={clock}
              />
            ))}
          </ListCard>
        ))}
        <Pager cursor={cursor} />
        {q !== '' && (
          <LinkButton href={here} kind="quiet">
            {texts.whole}
          </LinkButton>
        )}
        {membership.isBoard && q === '' && (
          <Fold title={texts.addTitle} open={documents.length === 0}>
            <Form id="add" action={here} multipart>
              <TextField name="title" label={texts.name} hint={texts.nameHint} maxLength={200} />
              <DateField name="day" label={texts.day} />
              <TextField
                name="folder"
                label={texts.folder}
                hint={texts.folderHint}
                maxLength={60}
                suggestions={folders}
                optional
              />
              <RadioCards name="readers" label={texts.readers} choices={readerChoices} value="residents" />
              <CheckField name="asks_reading" label={texts.asks} />
              <FileField
                name="file"
                label={texts.file}
                hint={texts.fileHint}
                accept="application/pdf,image/*"
              />
              <Button>{texts.add}</Button>
              {usedBytes !== null && <p class="small soft">{sayUsed(usedBytes, clock.language)}</p>}
            </Form>
          </Fold>
        )}
      </Screen>
    );
  },
});

function Nothing({ q, mayBeMore }: { q: string; mayBeMore: boolean }) {
  const [none, why] =
    q !== ''
      ? [texts.notFound, texts.notFoundWhy]
      : mayBeMore
        ? [texts.none, texts.noneWhy]
        : [texts.noneOpen, texts.noneOpenWhy];
  return (
    <ListCard icon="book" none={say(none)} why={say(why)}>
      {[]}
    </ListCard>
  );
}

const listFolders = (documents: readonly ListedDocument[]) =>
  [...new Set(documents.map(({ folder }) => folder))].filter(Boolean).sort();
