import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { formatFileSize } from '../../../../domain/rules/file-size.ts';
import { add_settlement_document } from '../../../../features/actions/add_settlement_document.ts';
import { list_settlement_documents } from '../../../../features/actions/list_settlement_documents.ts';
import { remove_settlement_document } from '../../../../features/actions/remove_settlement_document.ts';
import { remove_media } from '../../../../features/operations/media/remove_media.ts';
import { showMedia } from '../../../../features/operations/media/shapes.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { form } from '../../page/form.tsx';
import { type ActionResult, definePage, type FormRequest } from '../../page/page.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateField, TextField } from '../../ui/field.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { Form } from '../../ui/form.tsx';
import { ListCard } from '../../ui/list.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import { formatDay } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';

export const texts = {
  title: labels.documents,
  line: { en: 'Residents of the village read them', ru: 'Их читают жители посёлка' },
  none: { en: 'No documents yet', ru: 'Документов пока нет' },
  noneWhy: {
    en: 'The board puts the charter, minutes and rules here.',
    ru: 'Сюда правление кладёт устав, протоколы и правила.',
  },
  preparing: { en: 'being prepared', ru: 'готовится' },
  scan: { en: 'picture', ru: 'снимок' },
  addTitle: { en: 'Add a document', ru: 'Добавить документ' },
  name: labels.whatItIs,
  nameHint: { en: 'Minutes of the meeting, charter', ru: 'Протокол собрания, устав' },
  day: { en: 'Of which day', ru: 'За какое число' },
  file: labels.file,
  fileHint: { en: 'PDF or a picture, up to 40 MB', ru: 'PDF или снимок, до 40 МБ' },
  fileMissing: { en: 'Choose the file.', ru: 'Выберите файл.' },
  add: labels.add,
  added: { en: 'Added. Residents can read it.', ru: 'Добавлено. Жители могут читать.' },
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
    await call(add_settlement_document, { settlement, title: text('title'), day: text('day'), file });
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
      file: showMedia(dependencies.services, row, [], dependencies.now()),
    }));
    const leaving = place.membership.isBoard ? documents.find(({ id }) => id === text('remove')) : undefined;
    return { ...place, documents, leaving, next: found.cursor };
  },
  actions: {
    add: { path: paths.documents, photographs: true, perform: addDocument },
    remove,
  },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, membership, clock, documents, leaving, next }, { language }) => {
    const address = { settlement: settlement.slug };
    const here = fillPath(paths.documents, address);
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
        <ListCard icon="book" none={texts.none} why={texts.noneWhy}>
          {documents.map(({ id, title, day, file }) => (
            <Row
              key={id}
              icon="book"
              title={title}
              href={file.path || undefined}
              line={[
                formatDay(day, clock),
                file.content_type === 'application/pdf' ? 'PDF' : texts.scan[language],
                file.path ? formatFileSize(file.bytes, language) : texts.preparing[language],
              ].join(' · ')}
              action={
                membership.isBoard ? (
                  <LinkButton href={`${here}?remove=${id}`} kind="quiet" compact icon="remove" about={title}>
                    {texts.remove}
                  </LinkButton>
                ) : undefined
              }
            />
          ))}
        </ListCard>
        <Pager cursor={next} without="remove" />
        {membership.isBoard && (
          <Card heading={{ id: 'adding', title: texts.addTitle }}>
            <Form id="add" action={here} multipart>
              <TextField name="title" label={texts.name} hint={texts.nameHint} maxLength={200} />
              <DateField name="day" label={texts.day} />
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
