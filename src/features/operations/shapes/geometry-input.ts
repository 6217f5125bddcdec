import { z } from 'zod';
import type { Text } from '../../../base/i18n/text.ts';
import { longList } from '../../../domain/kernel/fields.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { GeometryBusy, GeometryOutOfTime, ShapeRefusal } from '../../../engines/geometry/engine.ts';

/** Input coordinates; the geometry engine checks their range and reports the index. */
export const pointInput = z.strictObject({
  latitude: z.number().describe('Degrees.'),
  longitude: z.number().describe('Degrees.'),
});

const isPoint = (entry: unknown) => {
  const { latitude, longitude } = (entry ?? {}) as { latitude?: unknown; longitude?: unknown };
  return typeof latitude === 'number' && typeof longitude === 'number';
};

export const pointListInput = (min: number, max: number) => longList(pointInput, isPoint, { min, max });

const tooMuch: Text = {
  en: 'This is more land than can be worked out at once. Take a smaller part of it.',
  ru: 'Столько земли за один раз не рассчитать. Возьмите часть поменьше.',
};

/** Turns errors of the geometry engine into refusals; the second argument maps its field name to the input field. */
export async function callGeometry<Result>(
  work: () => Promise<Result>,
  [named, meant]: readonly [string, string] = ['', ''],
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ShapeRefusal) refuse.invalid(error.field.replace(named, meant), error.text);
    if (error instanceof GeometryOutOfTime) refuse.invalid('body', tooMuch);
    if (error instanceof GeometryBusy) {
      refuse.unavailable({
        en: 'Many boundaries are being drawn just now. Try again in a minute.',
        ru: 'Сейчас рассчитывается много границ. Попробуйте через минуту.',
      });
    }
    throw error;
  }
}
