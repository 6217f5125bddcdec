import type { Text } from '../../../base/i18n/text.ts';
import type { Position } from '../types.ts';

/** Points are numbered from 1 for people; field paths count from 0. */
const place = ([longitude, latitude]: Position) => `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;
const kilometres = (metres: number) => (metres / 1000).toFixed(1);

export const badLatitude = (index: number): Text => ({
  en: `The latitude of point ${index + 1} must be a number from -90 to 90.`,
  ru: `Широта точки ${index + 1} должна быть числом от -90 до 90.`,
});

export const badLongitude = (index: number): Text => ({
  en: `The longitude of point ${index + 1} must be a number from -180 to 180.`,
  ru: `Долгота точки ${index + 1} должна быть числом от -180 до 180.`,
});

export const tooFewPoints = (distinct: number): Text => ({
  en: `The ring needs at least three different points; it has ${distinct}.`,
  ru: `В контуре должно быть не меньше трёх разных точек; сейчас их ${distinct}.`,
});

export const spansTooWide: Text = {
  en: 'The ring spans more than 180 degrees of longitude. Draw it on one side of the 180th meridian.',
  ru: 'Контур занимает больше 180 градусов долготы. Рисуйте его по одну сторону от 180-го меридиана.',
};

export const boxTooLarge = (width: number, height: number): Text => ({
  en: `The ring is ${kilometres(width)} km wide and ${kilometres(height)} km high; at most 50 km either way is accepted.`,
  ru: `Контур шириной ${kilometres(width)} км и высотой ${kilometres(height)} км; допустимо не больше 50 км в каждую сторону.`,
});

export const tooManyPoints = (count: number, limit: number): Text => ({
  en: `The ring has ${count} points; at most ${limit} are accepted in a drawn line.`,
  ru: `В контуре ${count} точек; в нарисованной линии допускается не больше ${limit}.`,
});

type Ends = readonly [number, number, number, number];

export const spike = (ends: Ends, point: Position): Text => ({
  en: `The line turns straight back on itself at point ${ends[1] + 1} (${place(point)}). Remove that point.`,
  ru: `Линия в точке ${ends[1] + 1} (${place(point)}) идёт обратно по самой себе. Уберите эту точку.`,
});

const sides = (ends: Ends): Text => ({
  en: `The side from point ${ends[0] + 1} to ${ends[1] + 1} and the side from point ${ends[2] + 1} to ${ends[3] + 1}`,
  ru: `Сторона от точки ${ends[0] + 1} до ${ends[1] + 1} и сторона от точки ${ends[2] + 1} до ${ends[3] + 1}`,
});

export const crossing = (ends: Ends, point: Position): Text => ({
  en: `${sides(ends).en} cross near ${place(point)}. The ring must not cross itself.`,
  ru: `${sides(ends).ru} пересекаются около ${place(point)}. Контур не должен пересекать сам себя.`,
});

export const touch = (ends: Ends, point: Position): Text => ({
  en: `${sides(ends).en} touch at ${place(point)}. The ring must not touch itself.`,
  ru: `${sides(ends).ru} касаются друг друга в точке ${place(point)}. Контур не должен касаться сам себя.`,
});

export const areaTooSmall: Text = {
  en: 'The boundary encloses less than one square metre.',
  ru: 'Граница охватывает меньше одного квадратного метра.',
};

export const nothingDrawn: Text = {
  en: 'Draw a ring or list the parcels to include.',
  ru: 'Нарисуйте контур или перечислите участки, которые нужно включить.',
};

export const nothingSelected: Text = {
  en: 'No parcel has its centre inside the ring, and none is listed.',
  ru: 'Ни у одного участка центр не лежит внутри контура, и ни один участок не перечислен.',
};

export const nothingLeft: Text = {
  en: 'Every selected parcel is excluded again. Leave at least one.',
  ru: 'Все выбранные участки исключены. Оставьте хотя бы один.',
};

export const farAway = (metres: number): Text => ({
  en: `The ring is ${kilometres(metres)} km away from the village. Check that it was drawn in the right place.`,
  ru: `Контур в ${kilometres(metres)} км от посёлка. Проверьте, в том ли месте он нарисован.`,
});

export const swapped: Text = {
  en: 'The ring is far from the village, but close to it with the coordinates swapped: latitude and longitude are probably swapped.',
  ru: 'Контур далеко от посёлка, но совпадает с ним, если поменять координаты местами: вероятно, перепутаны широта и долгота.',
};

export const inBothLists = (id: string): Text => ({
  en: `Parcel ${id} is both included and excluded. Leave it in one list.`,
  ru: `Участок ${id} и включён, и исключён. Оставьте его в одном списке.`,
});

export const unknownParcel = (id: string): Text => ({
  en: `There is no parcel ${id} here.`,
  ru: `Здесь нет участка ${id}.`,
});

export const tooManyParcels = (limit: number): Text => ({
  en: `The selection covers too many parcels; at most ${limit} are accepted. Draw a smaller ring.`,
  ru: `Выделение охватывает слишком много участков; допускается не больше ${limit}. Нарисуйте контур поменьше.`,
});
