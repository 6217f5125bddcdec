import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { formatFileSize } from '../../../../domain/rules/file-size.ts';
import { add_settlement_document } from '../../../../features/actions/add_settlement_document.ts';
import { confirm_document_reading } from '../../../../features/actions/confirm_document_reading.ts';
import { list_settlement_documents } from '../../../../features/actions/list_settlement_documents.ts';
import { remove_settlement_document } from '../../../../features/actions/remove_settlement_document.ts';
import { remove_media } from '../../../../features/operations/media/remove_media.ts';
import { showMedia } from '../../../../features/operations/media/shapes.ts';
import type { Membership } from '../../loaders/membership.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { form } from '../../page/form.tsx';
import { type ActionResult, definePage, type FormRequest } from '../../page/page.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckField } from '../../ui/choice.tsx';
import { DateField, TextField } from '../../ui/field.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { Form } from '../../ui/form.tsx';
import { ListCard } from '../../ui/list.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import { type Clock, formatDay } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';

export const texts = {
  title: labels.documents,
  line: { en: 'For residents of the village', ru: 'Их читают жители посёлка' },
  none: { en: 'No documents yet', ru: 'Документов пока нет' },
  noneWhy: {
    en: 'The board keeps the charter, minutes and rules here.',
    ru: 'Сюда правление кладёт устав, протоколы и правила.',
  },
  preparing: { en: 'being prepared', ru: 'готовится' },
  scan: { en: 'picture', ru: 'снимок' },
  addTitle: { en: 'Add a document', ru: 'Добавить документ' },
  name: labels.whatItIs,
  nameHint: { en: 'Minutes of the meeting, charter', ru: 'Протокол собрания, устав' },
  day: { en: 'Date', ru: 'За какое число' },
  file: labels.file,
  fileHint: { en: 'PDF or a picture, up to 40 MB', ru: 'PDF или снимок, до 40 МБ' },
  fileMissing: { en: 'Choose the file.', ru: 'Выберите файл.' },
  add: labels.add,
  added: { en: 'Added. Residents can read it.', ru: 'Добавлено. Жители могут читать.' },
  folder: { en: 'Folder', ru: 'Папка' },
  folderHint: { en: 'Minutes, estimates; or none', ru: 'Протоколы, сметы; можно без папки' },
  others: { en: 'Other documents', ru: 'Остальное' },
  asks: {
    en: 'Ask residents to confirm that they have read it',
    ru: 'Попросить жителей отметить, что прочитали',
  },
  confirm: { en: 'I have read it', ru: 'Прочитано' },
  confirmed: { en: 'Noted: you have read it.', ru: 'Отмечено: вы прочитали.' },
  youRead: { en: 'you have read it', ru: 'вы прочитали' },
  plotsRead: { en: 'plots have read it:', ru: 'прочитали участков:' },
  remove: { en: 'Remove', ru: 'Убрать' },
  removeAsk: { en: 'Remove this document?', ru: 'Убрать документ?' },
  keep: { en: 'Keep it', ru: 'Оставить' },
  removed: { en: 'Removed.', ru: 'Убрано.' },
} as const satisfies Record<string, Text>;

/** The file is stored first, because the action needs its id; it is removed again when the fields are refused. */
async function addDocument(
  { settlement }: { settlement: string },
  pageRequest: FormRequest,
): Promise<ActionResult> {
  const { call, text } = pageRequest;
  const place = await loadSettlementContext(settlement, pageRequest);
  const subject = { type: 'settlement', id: place.settlement.id, visibility: 'residents' } as const;
  const { savedIds, rejected } = await pageRequest.savePhotographs('file', subject);
  const [file] = savedIds;
  const drop = () => Promise.all(savedIds.map((media) => call(remove_media, { media })));
  try {
    if (rejected[0]) refuse.invalid('file', rejected[0].text);
    if (file === undefined) return refuse.invalid('file', texts.fileMissing);
    await call(add_settlement_document, {
      settlement,
      title: text('title'),
      day: text('day'),
      folder: text('folder'),
      asks_reading: text('asks_reading') === 'true',
      file,
    });
  } catch (error) {
    await drop();
    throw error;
  }
  return { to: fillPath(paths.documents, { settlement }), notice: texts.added };
}

const remove = form(remove_settlement_document, {
  path: paths.removeDocument,
  isButton: true,
  done: (_, { settlement }) => ({ to: fillPath(paths.documents, { settlement }), notice: texts.removed }),
});

const confirm = form(confirm_document_reading, {
  path: paths.confirmDocument,
  isButton: true,
  done: (_, { settlement }) => ({ to: fillPath(paths.documents, { settlement }), notice: texts.confirmed }),
});

export const documentsPage = definePage({
  path: paths.documents,
  access: 'signed-in',
  texts,
  missing: {
    title: { en: 'Write the name of the document.', ru: 'Напишите название документа.' },
  },
  // Signed file URLs expire after an hour or two, so a cached page would have dead links.
  offline: false,
  async load({ settlement }, pageRequest) {
    const { call, text, dependencies } = pageRequest;
    const [place, found] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      call(list_settlement_documents, { settlement, cursor: text('cursor') || undefined }),
    ]);
    const documents = found.documents.map((row) => ({
      id: row.documentId,
      title: row.title,
      day: row.day,
      folder: row.folder,
      asksReading: row.asksReading,
      isRead: row.readAt !== null,
      plotsRead: row.plotsRead,
      file: showMedia(dependencies.services, row, [], dependencies.now()),
    }));
    const leaving = place.membership.isBoard ? documents.find(({ id }) => id === text('remove')) : undefined;
    return { ...place, documents, leaving, next: found.cursor };
  },
  actions: {
    add: { path: paths.documents, photographs: true, perform: addDocument },
    remove,
    confirm,
  },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, membership, clock, documents, leaving, next }) => {
    const address = { settlement: settlement.slug };
    const here = fillPath(paths.documents, address);
    const folders = [...new Set(documents.map(({ folder }) => folder))].filter(Boolean).sort();
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
        {leaving && (
          <Card heading={{ id: 'leaving', title: texts.removeAsk }}>
            <p class="gap-below">{leaving.title}</p>
            <div class="buttons">
              <remove.Button at={{ ...address, document: leaving.id }} kind="danger">
                {texts.remove}
              </remove.Button>
              <LinkButton href={here} kind="quiet">
                {texts.keep}
              </LinkButton>
            </div>
          </Card>
        )}
        {documents.length === 0 && (
          <ListCard icon="book" none={texts.none} why={texts.noneWhy}>
            {[]}
          </ListCard>
        )}
        {groups.map(([folder, listed]) => (
          <ListCard
            key={folder}
            heading={
              groups.length > 1 || folder !== ''
                ? { id: `folder-${listed[0]?.id}`, title: folder || texts.others }
                : undefined
            }
          >
            {listed.map((document) => (
              <DocumentRow
                key={document.id}
                document={document}
                address={address}
                membership={membership}
                clock={clock}
              />
            ))}
          </ListCard>
        ))}
        <Pager cursor={next} without="remove" />
        {membership.isBoard && (
          <Card heading={{ id: 'adding', title: texts.addTitle }}>
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
              <CheckField name="asks_reading" label={texts.asks} />
              <FileField
                name="file"
                label={texts.file}
                hint={texts.fileHint}
                accept="application/pdf,image/*"
              />
              <Button>{texts.add}</Button>
            </Form>
          </Card>
        )}
      </Screen>
    );
  },
});

type ShownDocument = {
  readonly id: string;
  readonly title: string;
  readonly day: string;
  readonly asksReading: boolean;
  readonly isRead: boolean;
  readonly plotsRead: number;
  readonly file: ReturnType<typeof showMedia>;
};

type DocumentRowProps = {
  readonly document: ShownDocument;
  readonly address: { readonly settlement: string };
  readonly membership: Membership;
  readonly clock: Clock;
};

function DocumentRow({ document, address, membership, clock }: DocumentRowProps) {
  const { language } = clock;
  const { id, title, day, asksReading, isRead, plotsRead, file } = document;
  const { isBoard, isResident, readsAsBoard } = membership;
  const line = [
    formatDay(day, clock),
    file.content_type === 'application/pdf' ? 'PDF' : texts.scan[language],
    file.path ? formatFileSize(file.bytes, language) : texts.preparing[language],
    asksReading && isRead && texts.youRead[language],
  ];
  const asks = asksReading && isResident && !isRead;
  return (
    <Row
      icon="book"
      title={title}
      href={file.path || undefined}
      line={
        <>
          {line.filter(Boolean).join(' · ')}
          {asksReading && readsAsBoard && (
            <>
              {' · '}
              <a class="link" href={fillPath(paths.documentReading, { ...address, document: id })}>
                {texts.plotsRead} {plotsRead}
              </a>
            </>
          )}
        </>
      }
      action={
        asks ? (
          <confirm.Button at={{ ...address, document: id }} kind="quiet" compact icon="check" about={title}>
            {texts.confirm}
          </confirm.Button>
        ) : isBoard ? (
          <LinkButton
            href={`${fillPath(paths.documents, address)}?remove=${id}`}
            kind="quiet"
            compact
            icon="remove"
            about={title}
          >
            {texts.remove}
          </LinkButton>
        ) : undefined
      }
    />
  );
}
