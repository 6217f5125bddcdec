import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { Refusal, refuse } from '../../../../domain/kernel/refusal.ts';
import { edit_company } from '../../../../features/operations/company/edit_company.ts';
import { register_company } from '../../../../features/operations/company/register_company.ts';
import { list_settlements } from '../../../../features/operations/settlement/list_settlements.ts';
import { type FieldKind, line } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { definePage, type FormRequest } from '../../page/page.ts';
import { pickRecordBase, readChanges, showConflict } from '../../server/record-changes.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChoiceChips } from '../../ui/choice.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { RecordForm } from '../../ui/record-form.tsx';
import { RecordInput, type RecordValues, readField } from '../../ui/record-input.tsx';
import { isAskedFirst, SaveAnyway } from '../../ui/save-anyway.tsx';
import { Screen } from '../../ui/screen.tsx';
import type { RecordField } from '../../words/directory-texts.ts';
import * as labels from '../../words/labels.ts';
import { addPhotos, CompanyPhotos, removePhoto } from './company-photos.tsx';
import { texts as stateTexts } from './company-state.tsx';
import { loadOwnCompany } from './own-company.ts';

export const texts = {
  title: { en: 'Card', ru: 'Карточка' },
  newTitle: { en: 'Register a company', ru: 'Зарегистрировать компанию' },
  newLine: {
    en: 'For those who work for residents. A moderator checks it.',
    ru: 'Для тех, кто работает для жителей. Модератор проверит.',
  },
  inn: { en: 'Taxpayer number (INN)', ru: 'ИНН' },
  innHint: {
    en: '10 digits for an organisation, 12 for a sole trader',
    ru: '10 цифр у организации, 12 у предпринимателя',
  },
  register: { en: 'Register', ru: 'Зарегистрировать' },
  registered: {
    en: 'Registered. A moderator will check the company.',
    ru: 'Готово. Модератор проверит компанию.',
  },
  claimed: {
    en: 'This company is here already. A moderator will decide whether you represent it.',
    ru: 'Такая компания уже есть. Модератор решит, представляете ли вы её.',
  },
  save: labels.save,
  saved: labels.saved,
  villages: { en: 'Where you work', ru: 'Где вы работаете' },
  served: { en: 'Villages served', ru: 'Посёлки' },
  add: labels.addVillage,
  addHint: { en: 'by its name', ru: 'по названию' },
  unknown: { en: 'There is no village with this name.', ru: 'Посёлка с таким названием нет.' },
} as const satisfies Record<string, Text>;

const recordField = (field: RecordField): FieldKind<RecordValues[RecordField]> => ({
  render: ({ value }) => <RecordInput field={field} value={value} />,
  read: (posted) => readField(posted, field),
});
const fields = ['name', 'trades', 'description', 'phones', 'address', 'hours', 'site'] as const;

const register = form(register_company, {
  path: paths.newCompany,
  fields: {
    inn: line(texts.inn, { hint: texts.innHint, inputMode: 'numeric', maxLength: 20 }),
    name: recordField('name'),
    trades: recordField('trades'),
    description: recordField('description'),
    phones: recordField('phones'),
    address: recordField('address'),
    hours: recordField('hours'),
    site: recordField('site'),
  },
  given: (_, { text, form: sent }) => ({
    inn: text('inn').replaceAll(/\s/g, ''),
    unless_similar: isAskedFirst(sent),
  }),
  done: ({ data: { slug: company, representation } }) =>
    representation === 'confirmed'
      ? { to: fillPath(paths.companyDashboard, { company }), notice: texts.registered }
      : { to: fillPath(paths.company, { company }), notice: texts.claimed },
});

export const newCompanyPage = definePage({
  path: paths.newCompany,
  access: 'signed-in',
  texts: { ...texts, title: texts.newTitle },
  actions: { register },
  head: () => ({ width: 'narrow' }),
  render: () => (
    <>
      <PageHead
        title={texts.newTitle}
        line={texts.newLine}
        parent={{ href: paths.more, text: labels.more }}
      />
      <Card>
        <register.Form at={{}} draft>
          <register.inn />
          <register.name />
          <register.trades />
          <register.description />
          <register.phones />
          <register.address />
          <register.hours />
          <register.site />
          <SaveAnyway form="register" />
          <Button>{texts.register}</Button>
        </register.Form>
      </Card>
    </>
  ),
});

/** Served settlements that stay ticked, plus one found by name. */
async function saveVillages({ company }: { company: string }, pageRequest: FormRequest) {
  const { call } = pageRequest;
  const wanted = pageRequest.text('add').trim();
  const settlements = pageRequest.form.getAll('served');
  if (wanted) {
    const query = { q: wanted, also_places: true, limit: '20' };
    const { settlements: found } = await call(list_settlements, query);
    const same = (one: string, other: string) =>
      one.localeCompare(other, 'ru', { sensitivity: 'base' }) === 0;
    const village =
      found.find(({ name }) => same(name, wanted)) ?? (found.length === 1 ? found[0] : undefined);
    if (village === undefined) return refuse.invalid('add', texts.unknown);
    settlements.push(village.id);
  }
  try {
    await call(edit_company, { company, settlements });
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'invalid') refuse.invalid('add', error.text);
    throw error;
  }
  return { to: fillPath(paths.companyCard, { company }), notice: texts.saved };
}

export const companyCardPage = definePage({
  path: paths.companyCard,
  access: 'signed-in',
  texts,
  load: ({ company }, pageRequest) => loadOwnCompany(company, pageRequest),
  actions: {
    save: {
      path: paths.companyCard,
      async perform({ company }, { call, form: posted }) {
        // Only fields changed on the form, to keep concurrent edits of the others.
        const changes = readChanges(posted, fields);
        const seen = pickRecordBase(posted, Object.keys(changes) as RecordField[]);
        await showConflict(posted, call(edit_company, { company, ...changes, seen }));
        return { to: fillPath(paths.companyDashboard, { company }), notice: texts.saved };
      },
    },
    villages: { path: paths.companySettlements, perform: saveVillages },
    addPhotos,
    removePhoto,
  },
  head: () => ({ width: 'narrow', scripts: ['photos.js'] }),
  render: (card) => {
    const address = { company: card.slug };
    return (
      <Screen
        title={texts.title}
        parent={{ href: fillPath(paths.companyDashboard, address), text: card.name }}
      >
        <Card>
          <RecordForm
            id="save"
            action={fillPath(paths.companyCard, address)}
            fields={fields}
            values={Object.fromEntries(fields.map((field) => [field, card[field]]))}
            save={texts.save}
          />
        </Card>
        <CompanyPhotos card={card} />
        <Card heading={{ id: 'where', title: texts.villages }}>
          {!card.is_verified && <Notice tone="plain">{stateTexts.waitingWhy}</Notice>}
          <Form id="villages" action={fillPath(paths.companySettlements, address)}>
            {card.settlements.length > 0 && (
              <ChoiceChips
                name="served"
                label={texts.served}
                several
                value={card.settlements.map(({ id }) => id)}
                choices={card.settlements.map(({ id, name }) => ({ value: id, label: name }))}
              />
            )}
            <TextField name="add" label={texts.add} hint={texts.addHint} optional />
            <Button kind="quiet">{texts.save}</Button>
          </Form>
        </Card>
      </Screen>
    );
  },
});
