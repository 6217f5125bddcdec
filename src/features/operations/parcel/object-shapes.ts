import { z } from 'zod';
import type { Db } from '../../../base/db/connect.ts';
import { fillPath, paths } from '../../../base/site/paths.ts';
import {
  day,
  enumField,
  formatTimestamp,
  name,
  outDay,
  outEnum,
  outId,
  outSlug,
  outText,
  outTimestamp,
  outWord,
  text,
} from '../../../domain/kernel/fields.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { maxParcelObjects, type ObjectKind, objectKinds } from '../../../domain/rules/parcel-objects.ts';
import {
  countParcelObjects,
  type ObjectHistory,
  type ParcelObjectRow,
} from '../../../store/land/parcel-objects.ts';
import { point } from '../settlement/shapes.ts';
import { pointListInput } from '../shapes/geometry-input.ts';
import { restorableUntil } from '../shapes/restoration.ts';

const shapeTypes = ['point', 'line', 'ring'] as const;

export const objectFields = {
  kind: enumField(objectKinds).describe('What it is.'),
  title: name(200).trim().describe('What people call it.'),
  geometry: z
    .strictObject({
      type: z.enum(shapeTypes).describe('line: 2 or more points; ring: 3 or more.'),
      points: pointListInput(1, 1000).describe('In order.'),
    })
    .nullable()
    .describe('Where it is on the plan; null: not placed.'),
  begun_on: day.nullable().describe('When planted or built; null: not known.'),
  notes: text(10_000).describe('Worth remembering.'),
};

export const parcelObject = z.object({
  id: outId.describe('Name it in an article with [object:<id>].'),
  parcel_id: outId,
  plot_number: outText.describe('The plot number as people say it.'),
  kind: outEnum(objectKinds),
  title: outText,
  geometry: z
    .object({ type: outEnum(shapeTypes), points: z.array(point) })
    .nullable()
    .describe('Null: not placed on the plan.'),
  begun_on: outDay.nullable().describe('Planted or built; null: not known.'),
  notes: outText,
  tags: z.array(outText),
  archived: z.boolean().describe('True: no longer there; kept for its history.'),
  created_at: outTimestamp,
  updated_at: outTimestamp,
  restorable_until: restorableUntil,
});

export function showObject(
  row: ParcelObjectRow,
  plotNumber: string,
  tags: readonly string[],
): z.input<typeof parcelObject> {
  return {
    id: row.id,
    parcel_id: row.parcelId,
    plot_number: plotNumber,
    kind: row.kind as ObjectKind,
    title: row.title,
    geometry: row.geometry,
    begun_on: row.begunOn,
    notes: row.notes,
    tags: [...tags],
    archived: row.archivedAt !== null,
    created_at: formatTimestamp(row.createdAt),
    updated_at: formatTimestamp(row.updatedAt),
  };
}

export const objectHistory = z
  .object({
    articles: z.array(
      z.object({
        id: outId,
        slug: outSlug,
        title: outText,
        kind: outWord,
        status: outWord,
        about_on: outDay,
        published_at: outTimestamp.nullable().describe('Null for a draft of the caller.'),
      }),
    ),
    media: z.array(
      z.object({
        id: outId,
        caption: outText,
        taken_at: outTimestamp.nullable().describe('Null: the file does not say.'),
        created_at: outTimestamp,
      }),
    ),
    tasks: z.array(
      z.object({
        id: outId,
        title: outText,
        kind: outWord,
        status: outWord,
        due_on: outDay.nullable().describe('Null: no day set.'),
        created_at: outTimestamp,
      }),
    ),
  })
  .describe('What names the object and the caller may see: newest first, at most 20 of each.');

export function showHistory({ articles, media, tasks }: ObjectHistory): z.input<typeof objectHistory> {
  return {
    articles: articles.map(({ aboutOn, publishedAt, ...article }) => ({
      ...article,
      about_on: aboutOn,
      published_at: publishedAt && formatTimestamp(new Date(publishedAt)),
    })),
    media: media.map(({ takenAt, createdAt, ...photograph }) => ({
      ...photograph,
      taken_at: takenAt && formatTimestamp(new Date(takenAt)),
      created_at: formatTimestamp(new Date(createdAt)),
    })),
    tasks: tasks.map(({ dueOn, createdAt, ...task }) => ({
      ...task,
      due_on: dueOn,
      created_at: formatTimestamp(new Date(createdAt)),
    })),
  };
}

export async function refuseTooManyObjects(db: Db, parcelId: string, more: number): Promise<void> {
  if ((await countParcelObjects(db, parcelId)) + more <= maxParcelObjects) return;
  refuse.invalid('parcel', {
    en: `The plot already has ${maxParcelObjects} objects, archived ones included.`,
    ru: `На участке уже ${maxParcelObjects} объектов вместе с архивными.`,
  });
}

/** What an assistant needs after a write. */
export const shortObjectReply = [
  'data.id',
  'data.parcel_id',
  'data.kind',
  'data.tags',
  'data.archived',
  'data.updated_at',
  'data.restorable_until',
];

/** None while it is removed. */
export const objectPagePath = ({
  data,
}: {
  data: { id: string; parcel_id: string; restorable_until?: string | undefined };
}) =>
  data.restorable_until === undefined
    ? fillPath(paths.plotObject, { plot: data.parcel_id, object: data.id })
    : null;
