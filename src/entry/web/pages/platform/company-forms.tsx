import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { companyStates } from '../../../../domain/rules/company-states.ts';
import { edit_company } from '../../../../features/operations/company/edit_company.ts';
import { list_companies } from '../../../../features/operations/company/list_companies.ts';
import { line, reason } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import type { FormRequest } from '../../page/page.ts';
import { readReason } from '../../ui/decision.tsx';

export const texts = {
  accepted: {
    en: 'Marked as checked. The company has been told.',
    ru: 'Отмечена как проверенная. Компании сообщили.',
  },
  refused: {
    en: 'Refused. The company has been told the reason.',
    ru: 'Отказали. Компании сообщили причину.',
  },
  unchecked: {
    en: 'The mark is removed. The company has been told.',
    ru: 'Отметка снята. Компании сообщили.',
  },
  joined: { en: 'Merged. Everybody concerned has been told.', ru: 'Объединили. Кого это касается, узнают.' },
  closed: { en: 'Closed. Everybody concerned has been told.', ru: 'Закрыли. Кого это касается, узнают.' },
  decided: { en: 'Saved. The person has been told.', ru: 'Записано. Человеку сообщили.' },
  closeTitle: { en: 'Close the company', ru: 'Закрыть компанию' },
  otherInn: { en: 'Or by its taxpayer number', ru: 'Или по ИНН' },
} as const satisfies Record<string, Text>;

const closingReasons = [
  { en: 'The company no longer works.', ru: 'Компания больше не работает.' },
  { en: 'Nobody represents it any more.', ru: 'У неё не осталось представителей.' },
  { en: 'It deceived residents.', ru: 'Она обманывала жителей.' },
] as const satisfies readonly Text[];

const here = (at: { company: string }) => fillPath(paths.platformCompany, at);

const readState = (value: string) => companyStates.find((each) => each === value);

/** What the moderator saw is sent along, so that the second to decide learns of the first. */
const seenState = ({ text }: Pick<FormRequest, 'text'>) => {
  const state = readState(text('seen'));
  return state ? { seen: { state } } : {};
};

export const decide = form(edit_company, {
  access: 'moderator',
  path: paths.decideCompany,
  given(_, request) {
    const isAccepted = request.text('decision') === 'accept';
    return {
      state: isAccepted ? ('verified' as const) : ('refused' as const),
      ...(!isAccepted && { reason: readReason(request.form) }),
      ...seenState(request),
    };
  },
  done: (_, at, { text }) => ({
    to: text('decision') === 'accept' ? here(at) : paths.platform,
    notice: text('decision') === 'accept' ? texts.accepted : texts.refused,
  }),
});

export const check = form(edit_company, {
  access: 'moderator',
  path: paths.platformCompany,
  isButton: true,
  given: (_, request) => ({
    state: request.text('checked') === 'true' ? ('verified' as const) : ('waiting' as const),
    ...seenState(request),
  }),
  done: (_, at, { text }) => ({
    to: here(at),
    notice: text('checked') === 'true' ? texts.accepted : texts.unchecked,
  }),
});

export const join = form(edit_company, {
  access: 'moderator',
  path: paths.joinCompany,
  fields: { join_to: line(texts.otherInn, { inputMode: 'numeric', maxLength: 20 }) },
  async given(_, request) {
    const chosen = request.text('double');
    const typed = request.text('join_to').replaceAll(/\s/g, '');
    const found = typed ? await request.call(list_companies, { q: typed }) : null;
    return {
      state: 'joined' as const,
      join_to: found ? (found.companies[0]?.id ?? '0') : chosen,
      ...seenState(request),
    };
  },
  done: ({ data }) => ({ to: fillPath(paths.platformCompany, { company: data.slug }), notice: texts.joined }),
});

export const close = form(edit_company, {
  access: 'moderator',
  path: paths.endCompany,
  fields: { reason: reason(texts.closeTitle, closingReasons) },
  given: (_, request) => ({ state: 'closed' as const, ...seenState(request) }),
  done: () => ({ to: paths.platform, notice: texts.closed }),
});

export const decideRepresentative = form(edit_company, {
  access: 'moderator',
  path: paths.decideRepresentative,
  isButton: true,
  given({ account }, { text }) {
    const state: 'confirmed' | 'ended' = text('state') === 'confirmed' ? 'confirmed' : 'ended';
    const seen_state: 'claimed' | 'confirmed' = text('seen') === 'confirmed' ? 'confirmed' : 'claimed';
    const representatives = [{ account_id: account, state, seen_state }];
    return { representatives };
  },
  done: (_, at) => ({ to: here({ company: at.company }), notice: texts.decided }),
});
