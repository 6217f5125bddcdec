import { z } from 'zod';
import {
  formatTimestamp,
  parcelReference,
  reference,
  tagChanges,
  tagNames,
  timestamp,
} from '../../../domain/kernel/fields.ts';
import { isId } from '../../../domain/kernel/identifier.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { findReplaced } from '../../../domain/rules/edit-conflicts.ts';
import { quoteUserText } from '../../../domain/rules/question-texts.ts';
import { changeTags, findTags } from '../../../store/journal/tags.ts';
import {
  findTaggedObject,
  isObjectReferenced,
  lockParcelObject,
  updateParcelObject,
} from '../../../store/land/parcel-objects.ts';
import { keepReplacedValues } from '../../../store/system/replaced-values.ts';
import { softDelete } from '../../../store/system/soft-delete.ts';
import { replacedByCall, showReplacedByCall } from '../shapes/replaced.ts';
import { restoreRemoved, showRestorableUntil } from '../shapes/restoration.ts';
import {
  checkPlacement,
  loadParcelWithObjects,
  permitObjectEditing,
  showObjectAsItStands,
} from './object-placement.ts';
import {
  objectFields,
  objectPagePath,
  parcelObject,
  refuseTooManyObjects,
  shortObjectReply,
  showObject,
} from './object-shapes.ts';

export const edit_parcel_object = defineOperation({
  name: 'edit_parcel_object',
  tag: 'Parcel',
  route: 'PATCH /parcels/{parcel}/objects/{object}',
  success: 200,
  scope: 'mcp:write',
  audiences: ['resident'],
  summary: 'Change an object on a plot, or archive it once it is gone.',
  idempotent: true,
  input: z.object({
    parcel: parcelReference,
    object: reference.describe('From list_parcel_objects.'),
    kind: objectFields.kind.optional(),
    title: objectFields.title.optional(),
    geometry: objectFields.geometry.optional(),
    begun_on: objectFields.begun_on.optional(),
    notes: objectFields.notes.optional(),
    tags: tagNames.nullish(),
    ...tagChanges,
    archived: z.boolean().optional().describe('False brings it back.'),
    removed: z.boolean().optional().describe('False brings back what you removed, for 30 days.'),
    seen_updated_at: timestamp.optional().describe('The updated_at you saw; refused if changed since.'),
  }),
  output: z.object({ data: parcelObject, replaced: replacedByCall }),
  shortReply: [...shortObjectReply, 'replaced'],
  pagePath: objectPagePath,
  head: ['parcel', 'object'],
  async load(at, context, lock) {
    const { db } = context;
    const parcel = await loadParcelWithObjects(at, context);
    const find = lock ? lockParcelObject : findTaggedObject;
    const found = isId(at.object) ? await find(db, parcel.id, at.object) : undefined;
    return { parcel, found };
  },
  permit({ parcel, found }, _caller, input) {
    permitObjectEditing(parcel);
    // What is not there may be brought back.
    if (found === undefined && input !== undefined && input.removed !== false) refuse.notFound('object');
  },
  preparesIf: ({ geometry }) => geometry != null,
  async prepare({ geometry }, context, { parcel }) {
    if (geometry) await checkPlacement(context, parcel, geometry);
  },
  asksIf: ({ removed }) => removed === true,
  async question(_input, _context, { parcel, found }) {
    if (found === undefined) return null;
    const [title, number] = [quoteUserText(found.title), quoteUserText(parcel.number)];
    return {
      en: `Remove ${title} from plot ${number}? You can bring it back for 30 days.`,
      ru: `Удалить ${title} с участка ${number}? Вернуть можно в течение 30 дней.`,
    };
  },
  async write(
    { parcel: _parcel, object, tags, add_tags, remove_tags, ...change },
    context,
    { parcel, found: standing },
  ) {
    const { db, caller, now, newId } = context;
    const isBack =
      change.removed === false && isId(object) && (await restoreRemoved(context, 'parcel_object', object));
    if (isBack) await refuseTooManyObjects(db, parcel.id, 0);
    const found =
      (isBack ? await lockParcelObject(db, parcel.id, object) : standing) ?? refuse.notFound('object');
    const oldTags = await findTags(db, 'parcel_object', found.id);
    if (change.seen_updated_at !== undefined && isStale(change.seen_updated_at, found.updatedAt))
      refuse.invalid(
        'seen_updated_at',
        {
          en: 'Somebody has changed it in the meantime. See how it is now and save once more.',
          ru: 'Пока вы правили, это изменил кто-то ещё. Посмотрите, как сейчас, и сохраните ещё раз.',
        },
        { updated_at: formatTimestamp(found.updatedAt), now: pickWords(found, oldTags) },
      );
    const at = now();
    const archivedAt = change.archived ? (found.archivedAt ?? at) : null;
    const row = {
      ...found,
      kind: change.kind ?? found.kind,
      title: change.title ?? found.title,
      geometry: change.geometry === undefined ? found.geometry : change.geometry,
      begunOn: change.begun_on === undefined ? found.begunOn : change.begun_on,
      notes: change.notes ?? found.notes,
      updatedAt: nextUpdateTime(found.updatedAt, at),
      archivedAt: change.archived === undefined ? found.archivedAt : archivedAt,
    };
    await updateParcelObject(db, row);
    const subject = {
      subjectType: 'parcel_object',
      subjectId: row.id,
      settlementId: parcel.settlementId,
    } as const;
    const wanted = { tags: tags === null ? [] : tags, add_tags, remove_tags };
    const shown = await changeTags(db, subject, wanted, newId);
    const isNamed = change.seen_updated_at !== undefined;
    const [before, after] = [pickWords(found, oldTags), pickWords(row, shown)];
    const kept = { type: 'parcel_object', id: row.id } as const;
    const writer = await keepReplacedValues(context, kept, before, after, () => isNamed);
    const replaced = showReplacedByCall(
      isNamed ? null : findReplaced(tags == null ? { ...before, tags: null } : before, after),
      writer ?? { name: null, at: found.updatedAt },
    );
    if (!change.removed) return { id: row.id, ...replaced };
    if (await isObjectReferenced(db, row.id)) {
      refuse.invalid('removed', {
        en: 'Photographs or tasks belong to it. Archive it, or move the photographs away first.',
        ru: 'К нему относятся фотографии или задачи. Уберите его в архив или сначала перенесите фотографии.',
      });
    }
    const thing = { id: row.id, settlementId: parcel.settlementId, parcelId: parcel.id };
    await softDelete(db, 'parcel_object', thing, { accountId: caller.accountId, at });
    // It can be read nowhere any more.
    const removed = { ...showObject(row, parcel.number, shown), ...showRestorableUntil({ removedAt: at }) };
    return { id: row.id, removed };
  },
  async show(input, context, { id, removed, replaced }: WrittenObject) {
    return {
      data: removed ?? (await showObjectAsItStands(input, context, id)),
      ...(replaced && { replaced }),
    };
  },
});

interface WrittenObject {
  id: string;
  removed?: z.input<typeof parcelObject>;
  replaced?: z.input<typeof replacedByCall>;
}

/** Compared at wire precision (seconds): clients never saw more. */
const isStale = (seen: string, updatedAt: Date) =>
  Date.parse(seen) !== Date.parse(formatTimestamp(updatedAt));

/** Always later than the previous time at wire precision, so that any changes within a second are told apart. */
function nextUpdateTime(before: Date, at: Date): Date {
  const next = Date.parse(formatTimestamp(before)) + 1000;
  return at.getTime() < next ? new Date(next) : at;
}

/** What a later edit can overwrite, by the names of the reply. */
function pickWords(
  { kind, title, notes, begunOn, geometry }: NonNullable<Awaited<ReturnType<typeof lockParcelObject>>>,
  tags: string[],
) {
  return { kind, title, notes, begun_on: begunOn, geometry, tags };
}
