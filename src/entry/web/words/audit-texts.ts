import type { Language, Text } from '../../../base/i18n/text.ts';
import type { ReplyOf } from '../../../domain/kernel/operation.ts';
import type { MotionKind } from '../../../domain/rules/board-motions.ts';
import type { PlotKind } from '../../../domain/rules/plot-kinds.ts';
import type { EndingKind } from '../../../domain/rules/residency-ending.ts';
import type { list_decisions } from '../../../features/actions/list_decisions.ts';
import { endingKindTexts } from './ending-texts.ts';
import * as labels from './labels.ts';
import { motionTexts } from './motion-texts.ts';
import { cardFieldTexts, movedAwayText } from './person-texts.ts';
import { plotKindTexts } from './plot-kind-texts.ts';

export type Decision = ReplyOf<typeof list_decisions>['decisions'][number];

const other: Text = { en: 'A decision', ru: 'Решение' };
const registerRead: Text = { en: 'Read the register', ru: 'Смотрели реестр' };
const roleGiven: Text = { en: 'Gave a role', ru: 'Дали роль' };
const roleTaken: Text = { en: 'Removed a role', ru: 'Сняли роль' };

const actionTexts: Readonly<Record<string, Text>> = {
  confirm_resident: { en: 'Recorded a resident', ru: 'Записали жителя' },
  remove_resident: { en: 'Ended a record', ru: 'Сняли с учёта' },
  request_residency: { en: 'Recorded by a code', ru: 'Записались по коду' },
  invite_to_plot: { en: 'Invited somebody to a plot', ru: 'Пригласили на участок' },
  withdraw_invitation: { en: 'Cancelled an invitation to a plot', ru: 'Отменили приглашение на участок' },
  issue_plot_codes: { en: 'Made codes for plots', ru: 'Выпустили коды участков' },
  approve_change_proposal: { en: 'Accepted a correction', ru: 'Приняли правку справочника' },
  reject_change_proposal: { en: 'Sent back a correction', ru: 'Вернули правку справочника' },
  edit_contact: { en: 'Changed or removed a contact', ru: 'Изменили или удалили контакт' },
  set_settlement_boundary: { en: 'Changed the boundary', ru: 'Изменили границу' },
  import_land: { en: 'Imported land from a file', ru: 'Загрузили землю из файла' },
  undo_land_import: { en: 'Undid a land file', ru: 'Отменили загрузку земли' },
  add_plots: { en: 'Added plots', ru: 'Добавили участки' },
  import_fees: { en: 'Imported a table of fees', ru: 'Внесли таблицу взносов' },
  take_back_fees: { en: 'Undid a table of fees', ru: 'Отменили таблицу взносов' },
  name_keeper: {
    en: 'Changed who looks after the devices',
    ru: 'Сменили, кто присматривает за устройствами',
  },
  add_meter: { en: 'Added a meter', ru: 'Добавили счётчик' },
  end_meter: { en: 'Ended a meter', ru: 'Сняли счётчик с учёта' },
  type_meter_reading: { en: 'Entered a meter reading', ru: 'Внесли показание счётчика' },
  take_back_meter_reading: { en: 'Undid a meter reading', ru: 'Отменили показание счётчика' },
  export_meters: { en: 'Downloaded the meters', ru: 'Скачали счётчики таблицей' },
  remind_of_meters: { en: 'Sent a reminder about meters', ru: 'Напомнили о счётчиках' },
  set_meter_day: { en: 'Changed the day for readings', ru: 'Сменили день сбора показаний' },
  set_plot_kind: { en: 'Set the kind of a plot', ru: 'Указали вид участка' },
  remove_plot: { en: 'Removed an empty plot', ru: 'Удалили пустой участок' },
  edit_article: { en: 'Changed a text', ru: 'Изменили текст' },
  publish_article: { en: 'Published an article', ru: 'Опубликовали статью' },
  remove_article: { en: 'Removed a text', ru: 'Удалили текст' },
  remove_media: { en: 'Removed a photograph from a task', ru: 'Удалили фотографию из задачи' },
  edit_settlement: { en: 'Changed the village’s data', ru: 'Изменили данные посёлка' },
  appoint_editor: { en: 'Added someone to the board', ru: 'Приняли в правление' },
  invite_to_board: { en: 'Invited someone onto the board', ru: 'Позвали в правление' },
  withdraw_board_invitation: {
    en: 'Cancelled an invitation to the board',
    ru: 'Отменили приглашение в правление',
  },
  propose_motion: { en: 'Proposed to the board', ru: 'Предложили правлению' },
  second_motion: { en: 'Agreed as a second member', ru: 'Согласились вторым' },
  refuse_motion: { en: 'Refused what was proposed to the board', ru: 'Отказали в предложенном правлению' },
  withdraw_motion: { en: 'Withdrew what was proposed to the board', ru: 'Отозвали предложенное правлению' },
  set_board_title: { en: 'Changed a title on the board', ru: 'Сменили должность в правлении' },
  save_person: { en: 'Changed the card of a person', ru: 'Изменили карточку человека' },
  remove_person: { en: 'Deleted the record of a person', ru: 'Удалили запись о человеке' },
  end_person: { en: 'Ended a record', ru: 'Сняли с учёта' },
  take_back_ending: { en: 'Undid an ending', ru: 'Вернули на учёт' },
  part_person: { en: 'Separated a record from an account', ru: 'Отделили карточку от учётной записи' },
  join_person: { en: 'Linked a record to an account', ru: 'Связали карточку с учётной записью' },
  invite_people: { en: 'Invited everyone by email', ru: 'Пригласили всех письмами' },
  print_people_letters: { en: 'Printed letters with codes', ru: 'Напечатали письма с кодами' },
  invite_person: { en: 'Invited by email', ru: 'Пригласили письмом' },
  print_person_letter: { en: 'Printed a letter with a code', ru: 'Напечатали письмо с кодом' },
  read_register: registerRead,
  // Written by earlier versions, one for each reading.
  list_people: registerRead,
  list_residents: registerRead,
  export_people: { en: 'Downloaded the register', ru: 'Скачали реестр таблицей' },
  import_residents: { en: 'Imported a list of residents', ru: 'Внесли список жителей' },
  add_settlement_document: { en: 'Added a document', ru: 'Добавили документ' },
  edit_settlement_document: { en: 'Changed a document', ru: 'Изменили документ' },
  replace_settlement_document: {
    en: 'Put in a new version of a document',
    ru: 'Заменили документ новой версией',
  },
  remove_settlement_document: { en: 'Removed a document', ru: 'Убрали документ' },
  impose_sanction: { en: 'Acted on a report about a person', ru: 'Приняли меры по жалобе' },
  lift_sanction: { en: 'Lifted a decision about a person', ru: 'Отменили меры по жалобе' },
  read_report_context: { en: 'Read the messages around a reported one', ru: 'Прочли соседние сообщения' },
  register_company: { en: 'Registered or claimed a company', ru: 'Зарегистрировали компанию' },
  edit_company: { en: 'Changed a company', ru: 'Изменили компанию' },
  decide_settlement_request: { en: 'Decided about a new village', ru: 'Решили о новом посёлке' },
  approve_knowledge_revision: { en: 'Approved a text', ru: 'Пропустили текст' },
  publish_knowledge_article: { en: 'Published advice', ru: 'Опубликовали совет' },
  reject_knowledge_revision: { en: 'Sent back a text', ru: 'Вернули текст' },
  remove_knowledge_article: { en: 'Removed advice', ru: 'Удалили совет' },
  roll_back_knowledge_article: { en: 'Went back to an earlier text', ru: 'Вернули прежний текст' },
  edit_knowledge_article: { en: 'Changed advice', ru: 'Изменили совет' },
  'account reset-link': { en: 'Made a link to set a new password', ru: 'Сделали ссылку для нового пароля' },
  create_settlement: { en: 'Added a village', ru: 'Добавили посёлок' },
  configure_mail: { en: 'Set the mail server', ru: 'Настроили почту' },
  configure_backups: { en: 'Set where backups go', ru: 'Задали место для копий' },
  configure_address: { en: 'Set the address of the site', ru: 'Задали адрес сайта' },
  run_job_again: { en: 'Retried a job', ru: 'Запустили задание ещё раз' },
  publish_policies: { en: 'Published the rules', ru: 'Опубликовали правила' },
  list_plots_to_visit: { en: 'Opened many people’s records', ru: 'Открыли данные многих жителей' },
  dismiss_editor: { en: 'Removed someone from the board', ru: 'Вывели из правления' },
};

const imposedTexts: Readonly<Record<string, Text>> = {
  warning: { en: 'Warned a person', ru: 'Вынесли предупреждение' },
  silence: { en: 'Stopped a person from writing', ru: 'Запретили писать' },
  exclusion: { en: 'Ended a person’s rights in the village', ru: 'Лишили прав в посёлке' },
};

const companyStateTexts: Readonly<Record<string, Text>> = {
  refused: { en: 'Refused a company', ru: 'Отказали компании' },
  joined: { en: 'Joined a company to another', ru: 'Объединили компанию с другой' },
  closed: { en: 'Closed a company', ru: 'Закрыли компанию' },
};

/** Where the outcome decides what is said. */
const outcomeTexts: Readonly<Record<string, (decision: Decision) => Text | undefined>> = {
  confirm_resident: ({ before }) =>
    before?.state === undefined ? { en: 'Set a role on a plot', ru: 'Сменили роль на участке' } : undefined,
  set_second_member: ({ after }) =>
    after?.isOn === true
      ? { en: 'Asked for a second member', ru: 'Ввели согласие второго' }
      : { en: 'Let one member decide alone', ru: 'Отменили согласие второго' },
  save_person: ({ after }) =>
    after?.isNew === true ? { en: 'Added a person', ru: 'Вписали человека' } : undefined,
  remove_resident: ({ before }) =>
    before?.state === 'claimed' ? { en: 'Declined a claim', ru: 'Отказали в заявке' } : undefined,
  moderate_review: ({ after }) =>
    after?.status === 'hidden'
      ? { en: 'Hid a review on', ru: 'Скрыли отзыв о' }
      : { en: 'Restored a review on', ru: 'Вернули отзыв о' },
  edit_company: ({ before, after }) => {
    if (after?.state === 'waiting' && before?.state === 'refused')
      return { en: 'Asked again to be checked', ru: 'Попросили проверить компанию снова' };
    const decided = companyStateTexts[String(after?.state)];
    if (decided !== undefined) return decided;
    if (after?.is_verified === true) return { en: 'Checked a company', ru: 'Проверили компанию' };
    if (after?.is_verified === false)
      return { en: 'Took the check mark off a company', ru: 'Сняли отметку о проверке' };
    return after?.representatives === undefined
      ? undefined
      : { en: 'Decided who represents a company', ru: 'Решили, кто представляет компанию' };
  },
  register_company: ({ after }) =>
    after?.isNew === false
      ? { en: 'Asked to represent a company', ru: 'Попросились в представители компании' }
      : undefined,
  impose_sanction: ({ after }) => imposedTexts[String(after?.sanction)],
  decide_appeal: ({ after }) =>
    after?.appeal === 'lifted'
      ? { en: 'Lifted a decision on appeal', ru: 'Отменили решение после обжалования' }
      : { en: 'Kept a decision on appeal', ru: 'Оставили решение после обжалования' },
  edit_article: (decision) => describeHiding(decision, { en: 'an entry', ru: 'запись' }),
  edit_media: (decision) => describeHiding(decision, { en: 'a photograph', ru: 'фотографию' }),
  publish_article: ({ after }) =>
    after?.kind === 'announcement'
      ? { en: 'Published an announcement', ru: 'Опубликовали объявление' }
      : after?.kind === 'diary'
        ? { en: 'Published a resident’s draft', ru: 'Опубликовали черновик жителя' }
        : undefined,
  edit_task: ({ after }) =>
    after?.outcome === 'hidden'
      ? after.about === 'message'
        ? { en: 'Hid a message after a report', ru: 'Скрыли сообщение по жалобе' }
        : { en: 'Hid a review after a report', ru: 'Скрыли отзыв по жалобе' }
      : { en: 'Dismissed a report', ru: 'Оставили жалобу без последствий' },
};

function describeHiding({ before, after }: Decision, what: Text): Text | undefined {
  if (after?.visibility === undefined) return undefined;
  const hides = typeof after.reason === 'string' && after.visibility !== before?.visibility;
  return hides
    ? { en: `Hid ${what.en}`, ru: `Скрыли ${what.ru}` }
    : { en: `Showed ${what.en} again`, ru: `Снова открыли ${what.ru}` };
}

const roleNames: Readonly<Record<string, Text>> = {
  moderator: { en: 'moderator', ru: 'модератор' },
  operator: { en: 'operator', ru: 'администратор' },
};

/** Platform roles change by the `set_role` action or by the `account role` command. */
const isRoleChange = ({ action }: Decision) =>
  action === 'set_role' || action === 'account role' || action === 'setup';

export function formatAction(decision: Decision): Text {
  if (isRoleChange(decision)) return decision.after?.isGiven === true ? roleGiven : roleTaken;
  return outcomeTexts[decision.action]?.(decision) ?? actionTexts[decision.action] ?? other;
}

const words = {
  plot: { en: 'plot', ru: 'участок' },
  codes: { en: 'codes: {n}', ru: 'кодов: {n}' },
  added: { en: 'new: {n}', ru: 'новых: {n}' },
  changed: { en: 'changed: {n}', ru: 'изменено: {n}' },
  people: { en: 'people: {n}', ru: 'человек: {n}' },
  letters: { en: 'letters: {n}', ru: 'писем: {n}' },
  sheets: { en: 'sheets: {n}', ru: 'листков: {n}' },
  linked: { en: 'plots imported: {n}', ru: 'взято участков: {n}' },
  unlinked: { en: 'plots removed: {n}', ru: 'выведено участков: {n}' },
  days: { en: 'days: {n}', ru: 'дней: {n}' },
  readings: { en: 'times that day: {n}', ru: 'раз за день: {n}' },
} as const satisfies Record<string, Text>;

const countNames = [
  'codes',
  'letters',
  'sheets',
  'linked',
  'unlinked',
  'added',
  'changed',
  'people',
  'days',
  'readings',
] as const;

/** What it is about, then plot, file, counts, role and reason, as far as the audit entry has them. */
export function formatDetails(decision: Decision, language: Language): string[] {
  const { before, after, subjectType, subjectName } = decision;
  const read = (name: string) => after?.[name] ?? before?.[name];
  const number = read('plot') ?? (subjectType === 'parcel' ? (subjectName ?? read('number')) : undefined);
  const title = read('title');
  const role = isRoleChange(decision) ? roleNames[String(read('role'))] : undefined;
  const counts = countNames.flatMap((name) => {
    const count = after?.[name];
    return typeof count === 'number' && count > 0
      ? [words[name][language].replace('{n}', String(count))]
      : [];
  });
  const isNamed = subjectName !== null && subjectName !== '' && subjectType !== 'parcel';
  return [
    ...(typeof number === 'string' ? [`${words.plot[language]} ${number}`] : []),
    ...(isNamed ? [subjectName] : typeof title === 'string' ? [title] : []),
    ...(typeof after?.motion === 'string' && after.motion in motionTexts
      ? [motionTexts[after.motion as MotionKind][language]]
      : []),
    ...(typeof after?.file === 'string' ? [after.file] : []),
    ...(typeof after?.into === 'string' ? [after.into] : []),
    ...counts,
    ...listChangedFields(after?.fields, language),
    ...(role ? [role[language]] : []),
    ...listPlotNumbers(after),
    ...describeKind(decision, language),
    ...(typeof after?.reason === 'string' && after.reason !== '' ? [after.reason] : []),
  ];
}

/** A plot may be of another kind than a dwelling, and may have been left for another reason: both are `other`. */
function describeKind({ action, after }: Decision, language: Language): string[] {
  const kind = String(after?.kind);
  if (action === 'add_plots' || action === 'set_plot_kind')
    return kind in plotKindTexts ? [plotKindTexts[kind as PlotKind][language]] : [];
  return kind in endingKindTexts ? [endingKindTexts[kind as EndingKind][language]] : [];
}

/** Of plots that were added by number: the first of them, with how many there are. */
function listPlotNumbers(after: Decision['after']): string[] {
  if (!Array.isArray(after?.numbers) || typeof after.count !== 'number') return [];
  const first = after.numbers.slice(0, 3).join(', ');
  return [after.count > 3 ? `${after.count}: ${first}, …` : first];
}

/** Of a card: which fields were changed; their values are not in the audit. */
function listChangedFields(fields: unknown, language: Language): string[] {
  const names = { ...cardFieldTexts, until: movedAwayText, plot: labels.plot } as Readonly<
    Record<string, Text>
  >;
  return Array.isArray(fields)
    ? fields.flatMap((field) => names[String(field)]?.[language].toLowerCase() ?? [])
    : [];
}
