import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { Refusal, refuse } from '../../../../domain/kernel/refusal.ts';
import { edit_company } from '../../../../features/operations/company/edit_company.ts';
import { register_company } from '../../../../features/operations/company/register_company.ts';
import { list_settlements } from '../../../../features/operations/settlement/list_settlements.ts';
import { definePage, type FormRequest } from '../../page/page.ts';
import { pickRecordBase, readChanges, readField, showConflict } from '../../server/record-changes.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChoiceChips } from '../../ui/choice.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { RecordForm, RecordInput } from '../../ui/record-form.tsx';
import type { RecordField } from '../../words/directory-texts.ts';
import * as labels from '../../words/labels.ts';
import { texts as deskTexts } from './company-dashboard.tsx';
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
    en: '10 digits for an organisation, 12 for a person in business',
    ru: '10 цифр у организации, 12 у предпринимателя',
  },
  register: { en: 'Register', ru: 'Зарегистрировать' },
  registered: {
    en: 'Registered. A moderator will check the company.',
    ru: 'Готово. Модератор проверит компанию.',
  },
  claimed: {
    en: 'This company is here already. A moderator decides whether you speak for it.',
    ru: 'Такая компания уже есть. Модератор решит, представляете ли вы её.',
  },
  save: labels.save,
  saved: labels.saved,
  villages: { en: 'Where you work', ru: 'Где вы работаете' },
  served: { en: 'Villages served', ru: 'Посёлки' },
  add: labels.addVillage,
  addHint: { en: 'by its name', ru: 'по названию' },
  unknown: { en: 'There is no village of this name.', ru: 'Посёлка с таким названием нет.' },
} as const satisfies Record<string, Text>;

const fields = [
  'name',
  'trades',
  'description',
  'phones',
  'address',
  'hours',
  'site',
] as const satisfies readonly RecordField[];

const readCard = (form: URLSearchParams) =>
  Object.fromEntries(fields.map((field) => [field, readField(form, field)]));

export const newCompanyPage = definePage({
  path: paths.newCompany,
  access: 'signed-in',
  texts: { ...texts, title: texts.newTitle },
  actions: {
    register: {
      path: paths.newCompany,
      async perform(_, { call, form, text }) {
        const inn = text('inn').replaceAll(/\s/g, '');
        const { data } = await call(register_company, { inn, ...readCard(form) });
        return data.representation === 'confirmed'
          ? { to: fillPath(paths.companyDashboard, { company: data.slug }), notice: texts.registered }
          : { to: fillPath(paths.company, { company: data.slug }), notice: texts.claimed };
      },
    },
  },
  head: () => ({ width: 'narrow' }),
  render: (_, { language }) => (
    <>
      <PageHead
        title={texts.newTitle}
        line={texts.newLine}
        parent={{ href: paths.more, text: language === 'ru' ? 'Ещё' : 'More' }}
      />
      <Card>
        <Form id="register" action={paths.newCompany} draft>
          <TextField name="inn" label={texts.inn} hint={texts.innHint} inputMode="numeric" maxLength={20} />
          {fields.map((field) => (
            <RecordInput key={field} field={field} value={undefined} />
          ))}
          <Button>{texts.register}</Button>
        </Form>
      </Card>
    </>
  ),
});

/** Served settlements that stay ticked, plus one found by name. */
async function saveVillages({ company }: { company: string }, pageRequest: FormRequest) {
  const { call, form, text } = pageRequest;
  const wanted = text('add').trim();
  const settlements = form.getAll('served');
  if (wanted) {
    const { settlements: found } = await call(list_settlements, {
      q: wanted,
      also_places: true,
      limit: '20',
    });
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
      async perform({ company }, { call, form }) {
        // Only fields changed on the form, to keep concurrent edits of the others.
        const changes = readChanges(form, fields);
        const seen = pickRecordBase(form, Object.keys(changes) as RecordField[]);
        await showConflict(form, call(edit_company, { company, ...changes, seen }));
        return { to: fillPath(paths.companyDashboard, { company }), notice: texts.saved };
      },
    },
    villages: { path: paths.companySettlements, perform: saveVillages },
  },
  head: () => ({ width: 'narrow' }),
  render: (card, { language }) => {
    const address = { company: card.slug };
    return (
      <>
        <PageHead
          title={texts.title}
          parent={{ href: fillPath(paths.companyDashboard, address), text: card.name }}
        />
        <div class="stack">
          <Card>
            <RecordForm
              id="save"
              action={fillPath(paths.companyCard, address)}
              fields={fields}
              values={Object.fromEntries(fields.map((field) => [field, card[field]]))}
              save={texts.save[language]}
            />
          </Card>
          <Card heading={{ id: 'where', title: texts.villages }}>
            {!card.is_verified && <Notice tone="plain">{deskTexts.unverifiedWhy}</Notice>}
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
        </div>
      </>
    );
  },
});
