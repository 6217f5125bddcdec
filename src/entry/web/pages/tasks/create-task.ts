import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { Refusal, refuse } from '../../../../domain/kernel/refusal.ts';
import { list_contacts } from '../../../../features/operations/settlement/list_contacts.ts';
import { list_residents } from '../../../../features/operations/settlement/list_residents.ts';
import { write_task } from '../../../../features/operations/task/write_task.ts';
import { pickByName } from '../../loaders/pick-by-name.ts';
import type { ActionResult, FormRequest, PageRequest } from '../../page/page.ts';
import { refusalAsFieldError } from '../../server/refusal-as-field-error.ts';

export const texts = {
  sent: { en: 'Sent. You will be told when it is done.', ru: 'Отправлено. Когда сделают, сообщим.' },
  kept: { en: 'Saved. We will remind you.', ru: 'Записано. Напомним.' },
  noPlot: { en: 'Say which plot.', ru: 'Напишите номер участка.' },
  nobody: {
    en: 'Nobody can be asked on this plot. Check the number.',
    ru: 'На этом участке никто не записан. Проверьте номер.',
  },
  noPeople: { en: 'Choose who does it.', ru: 'Выберите, кто сделает.' },
  needsDay: { en: 'Choose a day for this first.', ru: 'Сначала выберите день.' },
} as const satisfies Record<string, Text>;

/** One form for all kinds of task: the recipient (`to`) decides the kind. */
export async function createTask(pageRequest: FormRequest<'signed-in'>): Promise<ActionResult> {
  const { call, text, form, loadSignedInUser } = pageRequest;
  const to = text('to');
  const place = (await loadSignedInUser())?.overview.place;
  const settlement = text('settlement') || place?.slug;
  const dueOn = text('other_day') || text('due_on') || null;
  const isReminded = form.has('remind');
  if (dueOn === null && (isReminded || text('repeats') !== '')) refuse.invalid('due_on', texts.needsDay);
  const isOpenTo = (to === 'board' || to === 'people') && form.has('shown');
  const input = {
    settlement,
    title: text('title'),
    body: text('body'),
    due_on: dueOn,
    remind_before: isReminded ? '1d' : null,
    repeats: text('repeats') || null,
    object_id: text('object_id') || null,
    ...(isOpenTo && { visibility: 'residents' }),
    // The plot tells the board where, and lets the household see the request.
    ...(to === 'board' && place?.plot && place.slug === settlement && { parcel_id: place.plot.id }),
    ...(await readAddressee(pageRequest, to, settlement ?? '')),
  };
  const { data } = await renameRefusalFields(
    refusalAsFieldError(call(write_task, input), 'to_parcel', texts.nobody),
  );
  const photos = await pageRequest.savePhotographs('photos', { type: 'task', id: data.id });
  const notice = photos.appendRejected(to === 'self' ? texts.kept : texts.sent);
  return { to: fillPath(paths.task, { task: data.id }), notice };
}

async function readAddressee({ call, text, form }: FormRequest, to: string, settlement: string) {
  if (to === 'self') return { kind: 'reminder' };
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
    return { kind: 'work', addressee: 'board', assignees: [...new Set(chosen)] };
  }
  if (to === 'company') {
    const q = text('given').trim();
    const found = await call(list_contacts, { settlement, q, with_companies: 'true', limit: '20' });
    const known = [
      ...found.contacts.map(({ id, name }) => ({ name, given: { contact_id: id } })),
      ...(found.companies ?? []).map(({ id, name }) => ({ name, given: { company_id: id } })),
    ];
    return pickByName(known, q, 'given').given;
  }
  return { kind: 'request', addressee: 'board' };
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

/** Maps the operation's field names to those of the form. */
async function renameRefusalFields<Reply>(work: Promise<Reply>): Promise<Reply> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Refusal) || error.fields === undefined) throw error;
    const own: Record<string, string> = {
      company_id: 'given',
      contact_id: 'given',
      assignee_id: 'assignees',
    };
    const fields = Object.entries(error.fields).map(([name, said]) => [own[name] ?? name, said]);
    throw new Refusal({ kind: error.kind, text: error.text, fields: Object.fromEntries(fields) });
  }
}
