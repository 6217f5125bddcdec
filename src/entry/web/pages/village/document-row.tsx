import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import { formatFileSize } from '../../../../domain/rules/file-size.ts';
import { confirm_document_reading } from '../../../../features/actions/confirm_document_reading.ts';
import type { list_settlement_documents } from '../../../../features/actions/list_settlement_documents.ts';
import type { Membership } from '../../loaders/membership.ts';
import { form } from '../../page/form.tsx';
import { Tag } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Row } from '../../ui/row.tsx';
import { formatVersion, readersNoteTexts } from '../../words/document-texts.ts';
import { type Clock, formatDay } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { documentFilePath } from './document-file.ts';

export const texts = {
  preparing: { en: 'being prepared', ru: 'готовится' },
  scan: { en: 'picture', ru: 'снимок' },
  confirm: { en: 'I have read it', ru: 'Прочитано' },
  confirmed: { en: 'Noted: you have read it.', ru: 'Отмечено: вы прочитали.' },
  confirmedFormer: {
    en: 'Noted for the version that you had before you. There is a newer one: please read version {version}.',
    ru: 'Отметили версию, которая у вас была открыта. Она уже заменена: прочитайте, пожалуйста, версию {version}.',
  },
  youRead: { en: 'you have read it', ru: 'вы прочитали' },
  youReadFormer: { en: 'you have read version {version}', ru: 'вы прочитали версию {version}' },
  plotsRead: { en: 'Plots that have read it:', ru: 'Прочитали участков:' },
  manage: labels.change,
} as const satisfies Record<string, Text>;

export type ListedDocument = ReplyOf<typeof list_settlement_documents>['documents'][number];

export const confirmReading = form(confirm_document_reading, {
  access: 'anybody',
  path: paths.confirmDocument,
  isButton: true,
  given: (_, { text }) => ({ version: Number(text('version')) }),
  done: ({ newer }, { settlement }) => {
    const { en, ru } = texts.confirmedFormer;
    return {
      to: fillPath(paths.documents, { settlement }),
      notice:
        newer === null
          ? texts.confirmed
          : { en: en.replace('{version}', String(newer)), ru: ru.replace('{version}', String(newer)) },
    };
  },
});

type DocumentRowProps = {
  readonly document: ListedDocument;
  readonly settlement: string;
  readonly membership: Membership;
  readonly clock: Clock;
};

/** Opens the file; former versions and, for the board, its settings are a page of their own. */
export function DocumentRow({ document, settlement, membership, clock }: DocumentRowProps) {
  const { language } = clock;
  const { documentId, title, day, readers, version, asksReading, readVersion, state } = document;
  const { isBoard, isResident, readsAsBoard } = membership;
  const at = { settlement, document: documentId };
  const isRead = hasRead(document);
  const asks = asksReading && isResident && !isRead;
  const line = [
    formatDay(day, clock),
    describeFile(document, language),
    readers !== 'residents' && readersNoteTexts[readers][language],
    asks && readVersion !== null && texts.youReadFormer[language].replace('{version}', String(readVersion)),
  ];
  const links = [
    (isBoard ? asks : version > 1) && (
      <a class="link" href={fillPath(paths.document, at)}>
        {isBoard ? texts.manage : formatVersion(version, language, true)}
      </a>
    ),
    asksReading && readsAsBoard && (
      <a class="link" href={fillPath(paths.documentReading, at)}>
        {texts.plotsRead} {document.plotsRead}
      </a>
    ),
  ];
  return (
    <Row
      icon="book"
      title={title}
      href={state === 'ready' ? documentFilePath(settlement, documentId, version) : undefined}
      line={
        <>
          {line.filter(Boolean).join('\u00a0· ')}
          {links.map((link) => link && <span class="line">{link}</span>)}
        </>
      }
      age={asksReading && isRead ? <ReadTag /> : undefined}
      action={
        asks ? (
          <confirmReading.Button
            at={at}
            hidden={{ version: String(version) }}
            kind="quiet"
            compact
            icon="check"
            about={title}
          >
            {texts.confirm}
          </confirmReading.Button>
        ) : isBoard ? (
          <LinkButton href={fillPath(paths.document, at)} kind="quiet" compact icon="write" about={title}>
            {texts.manage}
          </LinkButton>
        ) : undefined
      }
    />
  );
}

export const ReadTag = () => (
  <Tag tone="green" icon="check">
    {texts.youRead}
  </Tag>
);

/** Of a version that counts. */
export const hasRead = ({ readVersion, readSinceVersion }: ListedDocument) =>
  readVersion !== null && readVersion >= readSinceVersion;

export function describeFile(
  { contentType, bytes, state }: { contentType: string; bytes: string; state?: string },
  language: 'en' | 'ru',
): string {
  const kind = contentType === 'application/pdf' ? 'PDF' : texts.scan[language];
  const size = state === 'processing' ? texts.preparing[language] : formatFileSize(Number(bytes), language);
  return `${kind}\u00a0· ${size}`;
}
