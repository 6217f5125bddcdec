import { z } from 'zod';
import type { Db } from '../../db/connect.ts';
import { fromWire } from '../../geometry/engine.ts';
import type { Geometry, Shape } from '../../geometry/types.ts';
import {
  day,
  enumField,
  nonBlank,
  outDay,
  outEnum,
  outId,
  outSlug,
  outText,
  outTimestamp,
  outWord,
  text,
  wireTime,
} from '../../kernel/fields.ts';
import { refuse } from '../../kernel/refusal.ts';
import {
  type DrawnObject,
  farthestFromParcelM,
  mostObjects,
  type ObjectKind,
  objectKinds,
} from '../../rules/parcel-objects.ts';
import {
  countParcelObjects,
  type ObjectHistory,
  type ParcelObjectRow,
} from '../../store/land/parcel-objects.ts';
import { restorableUntil } from '../common/removal.ts';
import { askGeometry, drawnPoints } from '../settlement/drawing.ts';
import { point } from '../settlement/shapes.ts';

const shapeTypes = ['point', 'line', 'ring'] as const;

export const objectFields = {
  kind: enumField(objectKinds).describe('What it is.'),
  title: nonBlank(200).trim().describe('What people call it.'),
  geometry: z
    .strictObject({
      type: z.enum(shapeTypes).describe('In degrees. line: 2 points or more; ring: an outline of 3 or more.'),
      points: drawnPoints(1, 1000),
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
    created_at: wireTime(row.createdAt),
    updated_at: wireTime(row.updatedAt),
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
      published_at: wireTime(publishedAt),
    })),
    media: media.map(({ takenAt, createdAt, ...photograph }) => ({
      ...photograph,
      taken_at: wireTime(takenAt),
      created_at: wireTime(createdAt),
    })),
    tasks: tasks.map(({ dueOn, createdAt, ...task }) => ({
      ...task,
      due_on: dueOn,
      created_at: wireTime(createdAt),
    })),
  };
}

export async function refuseMoreObjects(db: Db, parcelId: string, more: number): Promise<void> {
  if ((await countParcelObjects(db, parcelId)) + more <= mostObjects) return;
  refuse.invalid('parcel', {
    en: `The plot already has ${mostObjects} objects, archived ones included.`,
    ru: `На участке уже ${mostObjects} объектов вместе с архивными.`,
  });
}

/** A drawing that no map could show, or that lies far from its plot, is refused at its own place. */
export async function checkPlacement(
  geometry: Geometry,
  drawn: DrawnObject | null | undefined,
  parcel: Shape | null,
  signal: AbortSignal,
): Promise<void> {
  if (!drawn) return;
  if (drawn.type === 'point' && drawn.points.length > 1) {
    refuse.invalid('geometry.points', {
      en: 'A point has one place. Use a line or a ring for more.',
      ru: 'У точки одно место. Для нескольких точек возьмите линию или контур.',
    });
  }
  const shape = { kind: drawn.type, points: fromWire(drawn.points) };
  const [measured] = await askGeometry(
    async () => geometry.measure([shape], parcel, signal),
    ['shapes.0', 'geometry'],
  );
  if (measured?.within === 'outside' && (measured.setbackM ?? 0) > farthestFromParcelM) {
    refuse.invalid('geometry', {
      en: `This is ${Math.round(measured.setbackM ?? 0)} m from the plot; at most ${farthestFromParcelM} m is accepted. Are latitude and longitude exchanged?`,
      ru: `Это в ${Math.round(measured.setbackM ?? 0)} м от участка; допустимо не больше ${farthestFromParcelM} м. Не перепутаны ли широта и долгота?`,
    });
  }
}
