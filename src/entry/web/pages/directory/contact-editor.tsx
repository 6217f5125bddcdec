import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { edit_contact } from '../../../../features/operations/settlement/edit_contact.ts';
import { write_contact } from '../../../../features/operations/settlement/write_contact.ts';
import { type ContactSubject, loadContact } from '../../loaders/directory-subject.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { definePage, type PageRequest } from '../../page/page.ts';
import { pickRecordBase, readChanges, showConflict } from '../../server/record-changes.ts';
import { Card } from '../../ui/card.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { contactFormFields, RecordForm } from '../../ui/record-form.tsx';
import type { RecordValues } from '../../ui/record-input.tsx';
import { isAskedFirst } from '../../ui/save-anyway.tsx';
import type { RecordField } from '../../words/directory-texts.ts';
import * as labels from '../../words/labels.ts';

export const texts = {
  title: { en: 'New record', ru: 'Новая запись' },
  editTitle: { en: 'Change the record', ru: 'Правка записи' },
  add: { en: 'Add to the directory', ru: 'Внести в справочник' },
  save: labels.save,
  added: { en: 'Added to the directory.', ru: 'Внесено в справочник.' },
  saved: labels.saved,
  boardOnly: {
    en: 'The directory is kept by the board. Residents propose corrections.',
    ru: 'Справочник ведёт правление. Жители предлагают правки.',
  },
} as const satisfies Record<string, Text>;

const fields = [...contactFormFields, 'archived'] as const satisfies readonly RecordField[];

function requireBoard<Place extends { membership: { isBoard: boolean } }>(place: Place): Place {
  return place.membership.isBoard ? place : refuse.forbidden(texts.boardOnly);
}

const loadRecord = async (names: { settlement: string; contact: string }, pageRequest: PageRequest) =>
  requireBoard(await loadContact(names, pageRequest));

const valuesOf = ({ card }: ContactSubject): RecordValues =>
  Object.fromEntries(fields.map((field) => [field, card[field]]));

export const newContactPage = definePage({
  path: paths.newContact,
  access: 'signed-in',
  texts,
  load: async ({ settlement }, pageRequest) =>
    requireBoard(await loadSettlementContext(settlement, pageRequest)),
  actions: {
    write: {
      path: paths.newContact,
      async perform({ settlement }, { call, form }) {
        const unless_similar = isAskedFirst(form);
        const input = { settlement, ...readChanges(form, contactFormFields), unless_similar };
        const { data } = await call(write_contact, input);
        return { to: fillPath(paths.contact, { settlement, contact: data.slug }), notice: texts.added };
      },
    },
  },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement }) => (
    <>
      <PageHead
        title={texts.title}
        parent={{
          href: fillPath(paths.directory, { settlement: settlement.slug }),
          text: labels.directory,
        }}
      />
      <Card>
        <RecordForm
          id="write"
          action={fillPath(paths.newContact, { settlement: settlement.slug })}
          fields={contactFormFields}
          values={{}}
          save={texts.add}
        />
      </Card>
    </>
  ),
});

export const editContactPage = definePage({
  path: paths.editContact,
  access: 'signed-in',
  texts,
  load: loadRecord,
  actions: {
    edit: {
      path: paths.editContact,
      async perform(names, pageRequest) {
        const subject = await loadRecord(names, pageRequest);
        const changes = readChanges(pageRequest.form, fields);
        const seen = pickRecordBase(pageRequest.form, Object.keys(changes) as RecordField[]);
        await showConflict(pageRequest.form, pageRequest.call(edit_contact, { ...names, ...changes, seen }));
        return { to: subject.pagePaths.card, notice: texts.saved };
      },
    },
  },
  head: () => ({ width: 'narrow', title: texts.editTitle }),
  render: (subject) => (
    <>
      <PageHead title={texts.editTitle} parent={{ href: subject.pagePaths.card, text: subject.card.name }} />
      <Card>
        <RecordForm
          id="edit"
          action={fillPath(paths.editContact, {
            settlement: subject.settlement.slug,
            contact: subject.card.slug,
          })}
          fields={fields}
          values={valuesOf(subject)}
          save={texts.save}
        />
      </Card>
    </>
  ),
});
