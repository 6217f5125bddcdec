import type { Db } from '../../../base/db/connect.ts';
import type { SignedInCaller } from '../../../domain/kernel/caller.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { type CompanyState, takesOrders } from '../../../domain/rules/company-states.ts';
import { maySeeObjects } from '../../../domain/rules/parcel-objects.ts';
import type { TaskAddressee, TaskKind } from '../../../domain/rules/task-states.ts';
import { listAssignable, type TaskPlaces } from '../../../store/tasks/task-references.ts';
import { findParcelByReference } from '../../loaders/parcel-reference.ts';

/** Repeats and reminders need a due day. */
export function refuseMissingDueDay(task: {
  repeats: string | null;
  remindBefore: number | null;
  dueOn: string | null;
}): void {
  if (task.dueOn !== null) return;
  if (task.repeats !== null)
    refuse.invalid('repeats', {
      en: 'What repeats needs a first day: send due_on as well.',
      ru: 'Повторению нужен первый день: укажите и due_on.',
    });
  if (task.remindBefore !== null)
    refuse.invalid('remind_before', {
      en: 'There is no day to remind before: send due_on as well.',
      ru: 'Напоминать заранее не о чем: укажите и due_on.',
    });
}

export function refusePastDay(dueOn: string | null, today: string): void {
  if (dueOn === null || dueOn >= today) return;
  refuse.invalid('due_on', {
    en: `This day is over: it must be ${today} or later.`,
    ru: `Этот день прошёл: нужна дата не раньше ${today}.`,
  });
}

/** Refuses unless every account can be assigned and the caller may assign. */
export async function requireAssignable(
  db: Db,
  task: Parameters<typeof listAssignable>[1],
  accountIds: readonly string[],
  isDecider: boolean,
): Promise<void> {
  if (accountIds.length === 0) return;
  if (isDecider && (await listAssignable(db, task, accountIds)).length === accountIds.length) return;
  refuse.invalid(accountIds.length === 1 ? 'assignee_id' : 'assignees', {
    en: 'It cannot be given to this account: to a representative of the company, an editor or confirmed resident, or a member of the same plot.',
    ru: 'Этому человеку её поручить нельзя: можно представителю компании, правлению или жителю посёлка либо жителю того же участка.',
  });
}

/** Default addressee of a new task. */
export function chooseAddressee(input: {
  kind: TaskKind;
  company_id?: string | null | undefined;
  contact_id?: string | null | undefined;
  to_parcel?: string | null | undefined;
}): TaskAddressee {
  if (input.company_id != null) return 'company';
  if (input.contact_id != null) return 'contact';
  if (input.to_parcel != null) return 'neighbour';
  return input.kind === 'request' ? 'board' : 'self';
}

/** The plot a task is about: of the settlement when one is given, else of those where the caller lives or sits on the board. */
export async function findTaskParcel(
  db: Db,
  settlement: { id: string } | undefined,
  caller: SignedInCaller,
  reference: string | null | undefined,
): Promise<string | undefined> {
  if (reference == null) return undefined;
  const scope = settlement === undefined ? caller : { settlementId: settlement.id, viewer: caller };
  const parcel = await findParcelByReference(db, scope, reference, 'parcel_id');
  return parcel?.id ?? refuse.notFound('parcel');
}

interface TaskReferences {
  parcelId: string | null;
  objectId: string | null;
  companyId: string | null;
  contactId: string | null;
  toParcel: string | null;
  addressee: TaskAddressee;
  isEditor: boolean;
}

/** Checks that everything referenced exists and is consistent; returns the plot the task is about. */
export function checkTaskReferences(named: TaskReferences, places: TaskPlaces): string | null {
  if (named.parcelId !== null && places.parcelId === null) refuse.notFound('parcel');
  const seesObject = maySeeObjects({ isMember: places.isMember, readsAsBoard: named.isEditor });
  if (named.objectId !== null && (places.objectParcelId === null || !seesObject)) refuse.notFound('object');
  const parcelId = places.parcelId ?? places.objectParcelId;
  if (parcelId !== null) {
    permit(
      places.isMember ||
        named.isEditor || {
          en: 'Only confirmed members of the plot and the board write tasks about it.',
          ru: 'Задачи об участке заводят его подтверждённые жители и правление.',
        },
    );
  }
  if (named.objectId !== null && places.objectParcelId !== parcelId) {
    refuse.invalid('object_id', {
      en: 'This object stands on another plot.',
      ru: 'Этот объект на другом участке.',
    });
  }
  checkAddresseeReference(named, 'company', named.companyId, places.companyState !== null);
  if (places.companyState !== null) refuseNoOrders(places.companyState);
  checkAddresseeReference(named, 'contact', named.contactId, places.hasContact);
  if ((named.addressee === 'neighbour') !== (named.toParcel !== null)) {
    refuse.invalid('to_parcel', {
      en: 'Send to_parcel exactly when the addressee is neighbour.',
      ru: 'to_parcel нужен тогда и только тогда, когда addressee — neighbour.',
    });
  }
  return parcelId;
}

/** Orders go to checked companies alone. */
function refuseNoOrders(state: CompanyState): void {
  if (takesOrders(state)) return;
  if (state === 'refused') refuse.notFound('company');
  if (state === 'waiting')
    refuse.invalid('company_id', {
      en: 'Nobody has checked this company yet: it takes no orders until a moderator has. Call it, or choose another one.',
      ru: 'Эту компанию ещё не проверили: заказы она пока не берёт. Позвоните ей или обратитесь в другую.',
    });
  refuse.invalid('company_id', {
    en: 'This company has closed and takes no orders. Ask another one.',
    ru: 'Компания закрылась и заказов не берёт. Обратитесь в другую.',
  });
}

function checkAddresseeReference(
  { addressee }: TaskReferences,
  who: 'company' | 'contact',
  id: string | null,
  exists: boolean,
): void {
  if (addressee === who ? id === null : id !== null) {
    refuse.invalid(`${who}_id`, {
      en: `Send ${who}_id exactly when the addressee is ${who}.`,
      ru: `${who}_id нужен тогда и только тогда, когда addressee — ${who}.`,
    });
  }
  if (addressee === who && !exists) refuse.notFound(who);
}

const reportFields = [
  'kind',
  'title',
  'body',
  'settlement',
  'message_id',
  'review_id',
  'report_about',
  'visibility',
];

/** A report references one thing and has no other fields. */
export function checkReport(input: Record<string, unknown>): void {
  if ((input.message_id == null) === (input.review_id == null))
    refuse.invalid(input.message_id == null ? 'message_id' : 'review_id', {
      en: 'A report names one message_id or one review_id.',
      ru: 'В жалобе указывают либо message_id, либо review_id.',
    });
  const isGiven = (value: unknown) => value != null && !(Array.isArray(value) && value.length === 0);
  const further = Object.keys(input).find((name) => isGiven(input[name]) && !reportFields.includes(name));
  const wrong = further ?? (input.visibility === 'private' ? undefined : 'visibility');
  if (wrong !== undefined)
    refuse.invalid(wrong, {
      en: 'A report has no such field: it is between you and those who decide.',
      ru: 'У жалобы этого поля нет: она только для вас и тех, кто решает.',
    });
}

export function refuseNoSettlement(): never {
  return refuse.invalid('settlement', {
    en: 'Say in which settlement: its identifier or slug.',
    ru: 'Укажите посёлок: идентификатор или адрес.',
  });
}
