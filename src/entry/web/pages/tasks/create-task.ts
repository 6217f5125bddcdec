import type { Text } from '../../../../base/i18n/text.ts';
import { Refusal, refuse } from '../../../../domain/kernel/refusal.ts';
import { list_contacts } from '../../../../features/operations/settlement/list_contacts.ts';
import { list_residents } from '../../../../features/operations/settlement/list_residents.ts';
import { pickByName } from '../../loaders/pick-by-name.ts';
import type { FormRequest, PageRequest } from '../../page/page.ts';
import { refusalAsFieldError } from '../../server/refusal-as-field-error.ts';

export const texts = {
  sent: { en: 'Sent. You will be told when it is done.', ru: 'Отправлено. Когда сделают, сообщим.' },
  kept: { en: 'Saved. We will remind you on that day.', ru: 'Записано. Напомним в этот день.' },
  keptWithoutDay: {
    en: 'Saved, without a day: there will be no reminder.',
    ru: 'Записано без дня: напоминания не будет.',
  },
  noPlot: { en: 'Write the plot number.', ru: 'Напишите номер участка.' },
  nobody: {
    en: 'Nobody can be asked on this plot. Check the number.',
    ru: 'На этом участке никто не записан. Проверьте номер.',
  },
  noPeople: { en: 'Choose who will do it.', ru: 'Выберите, кто сделает.' },
  needsDay: { en: 'Choose a day for this first.', ru: 'Сначала выберите день.' },
} as const satisfies Record<string, Text>;

/** One form for all kinds of task: the recipient (`to`) decides the kind. */
export async function readNewTask(pageRequest: FormRequest<'signed-in'>) {
  const { text, form, loadSignedInUser } = pageRequest;
  const to = text('to');
  const place = (await loadSignedInUser())?.overview.place;
  const settlement = text('settlement') || place?.slug;
  const dueOn = text('other_day') || text('due_on') || null;
  const isReminded = form.has('remind');
  if (dueOn === null && (isReminded || text('repeats') !== '')) refuse.invalid('due_on', texts.needsDay);
  const isOpenTo = (to === 'board' || to === 'people') && form.has('shown');
  return {
    settlement,
    due_on: dueOn,
    remind_before: isReminded ? '1d' : null,
    object_id: text('object_id') || null,
    ...(isOpenTo && { visibility: 'residents' as const }),
    // The plot tells the board where, and lets the household see the request.
    ...(to === 'board' && place?.plot && place.slug === settlement && { parcel_id: place.plot.id }),
    ...(await readAddressee(pageRequest, to, settlement ?? '', place?.plot?.id)),
  };
}

async function readAddressee(
  { call, text, form }: FormRequest,
  to: string,
  settlement: string,
  ownPlot: string | undefined,
) {
  if (to === 'self') return { kind: 'reminder' as const };
  if (to === 'person') {
    const plot = text('to_parcel').trim();
    if (plot === '') refuse.invalid('to_parcel', texts.noPlot);
    return { to_parcel: plot };
  }
  if (to === 'people') {
    const chosen = [
      ...form.getAll('assignees'),
      ...(await findResidentsOfPlots(call, settlement, text('plots'))),
    ];
    if (chosen.length === 0) refuse.invalid('assignees', texts.noPeople);
    return { kind: 'work' as const, addressee: 'board' as const, assignees: [...new Set(chosen)] };
  }
  if (to === 'company') {
    const q = text('given').trim();
    const found = await call(list_contacts, { settlement, q, with_companies: 'true', limit: '20' });
    const known = [
      ...found.contacts.map(({ id, name }) => ({ name, given: { contact_id: id } })),
      ...(found.companies ?? []).map(({ id, name }) => ({ name, given: { company_id: id } })),
    ];
    const { given } = pickByName(known, q, 'given');
    if (!('company_id' in given)) return given;
    const isAtPlot = form.has('at_plot') && ownPlot !== undefined;
    return { ...given, directions: text('directions').trim(), ...(isAtPlot && { parcel_id: ownPlot }) };
  }
  return { kind: 'request' as const, addressee: 'board' as const };
}

/** Account ids of all confirmed residents of the given plots. */
async function findResidentsOfPlots(
  call: PageRequest['call'],
  settlement: string,
  typed: string,
): Promise<string[]> {
  const numbers = typed
    .split(/[,;\s]+/)
    .filter(Boolean)
    .slice(0, 20);
  const found = await Promise.all(
    numbers.map(async (parcel) => {
      const sought = call(list_residents, { settlement, parcel, state: 'confirmed' });
      const { residents } = await refusalAsFieldError(sought, 'plots', nobodyOnPlot(parcel));
      return residents.length > 0 ? residents : refuse.invalid('plots', nobodyOnPlot(parcel));
    }),
  );
  return found.flat().map(({ account }) => account.id);
}

const nobodyOnPlot = (plot: string): Text => ({
  en: `Nobody is recorded on plot ${plot}.`,
  ru: `На участке ${plot} никто не записан.`,
});

const formFields: Readonly<Record<string, string>> = {
  company_id: 'given',
  contact_id: 'given',
  assignee_id: 'assignees',
};

/** Names the form's fields instead of the operation's. */
export async function renameRefusalFields(refusal: Refusal): Promise<never> {
  const { kind, text, fields } = refusal;
  if (kind === 'not_found') refuse.invalid('to_parcel', texts.nobody);
  if (kind === 'forbidden') refuse.invalid('to_parcel', text);
  if (fields === undefined) throw refusal;
  const renamed = Object.entries(fields).map(([name, said]) => [formFields[name] ?? name, said]);
  throw new Refusal({ kind, text, fields: Object.fromEntries(renamed) });
}
