import type { FeatureLike } from 'ol/Feature.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import { plotNumberSigns } from '../../ui/plan-drawing.ts';
import type { Colours } from './colours.ts';

export interface LandStyles {
  plot(feature: FeatureLike, resolution: number): Style;
  sale(feature: FeatureLike): Style | undefined;
  house: Style;
  /** Blocks where there are too many plots to draw. */
  block: Style;
  setback(feature: FeatureLike, resolution: number): Style | undefined;
  number(feature: FeatureLike, resolution: number): Style | undefined;
  edge: Style;
  /** Shapes being drawn or measured. */
  drawn: Style;
  object(title: string, resolution: number): Style;
  here: Style;
}

interface StyleOptions {
  readonly own: ReadonlySet<string>;
  readonly isChosen: (id: string) => boolean;
  readonly isLeaving: (id: string) => boolean;
  readonly words: { readonly sale: string; readonly metres: string };
}

/** Labels are shown below this resolution; further out they would overlap. */
export const maxLabelResolution = 0.5;
/** Beyond it a plot is a few pixels wide: its edge would cover it, and a house is a speck. */
export const maxHouseResolution = 6;
export const fontFamily = '"Noto Sans", system-ui, sans-serif';

export function createStyles(
  colours: Colours,
  { own, isChosen, isLeaving, words }: StyleOptions,
): LandStyles {
  const fill = (color: string | CanvasPattern) => new Fill({ color });
  const stroke = (color: string, width: number, lineDash?: number[]) =>
    new Stroke({ color, width, ...(lineDash && { lineDash }) });
  const plain = new Style({ fill: fill(colours.plot), stroke: stroke(colours.line, 1) });
  const mine = new Style({ fill: fill(colours.mine), stroke: stroke(colours.edge, 2.5), zIndex: 1 });
  const mineAfar = new Style({ fill: fill(colours.mine), stroke: stroke(colours.edge, 0.5), zIndex: 1 });
  const chosen = new Style({ fill: fill(colours.mine), stroke: stroke(colours.focus, 3), zIndex: 2 });
  const leaving = new Style({
    fill: fill(createHatchPattern(colours.line, colours.plot, 12)),
    stroke: stroke(colours.focus, 3),
    zIndex: 2,
  });
  const forSale = new Style({ fill: fill(createHatchPattern(colours.near, colours.plot, 12)) });
  const near = new Style({
    fill: fill(createHatchPattern(colours.ink, colours.near, 6)),
    stroke: stroke(colours.ink, 1.5),
  });
  const halo = stroke(colours.plot, 3);
  return {
    plot: (feature, resolution) => {
      const id = String(feature.getId());
      if (isChosen(id)) return chosen;
      if (isLeaving(id)) return leaving;
      if (!own.has(id)) return plain;
      return resolution > maxHouseResolution ? mineAfar : mine;
    },
    sale: (feature) => (feature.get('listing') === 'for_sale' ? forSale : undefined),
    block: new Style({ fill: fill(colours.plot), stroke: stroke(colours.line, 1) }),
    house: new Style({ fill: fill(colours.house), stroke: stroke(colours.ink, 0.75) }),
    setback: (feature, resolution) => {
      if (!feature.get('near')) return undefined;
      if (resolution > 0.5) return near;
      const text = `${Number(feature.get('setback')).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 })} ${words.metres}`;
      const labelled = near.clone();
      labelled.setText(
        new Text({
          text,
          font: `600 14px ${fontFamily}`,
          fill: fill(colours.warn),
          stroke: stroke(colours.surface, 4),
          offsetY: -18,
          overflow: true,
        }),
      );
      return labelled;
    },
    number: (feature, resolution) => {
      const number = String(feature.get('number'));
      if (Number(feature.get('width')) / resolution < number.length * 8 + 4) return undefined;
      const id = String(feature.get('plot'));
      const text = `${isChosen(id) ? plotNumberSigns.chosen : isLeaving(id) ? plotNumberSigns.leaving : ''}${number}`;
      return new Style({
        text: new Text({ text, font: `600 14px ${fontFamily}`, fill: fill(colours.ink), stroke: halo }),
      });
    },
    edge: new Style({ stroke: stroke(colours.edge, 3) }),
    drawn: new Style({
      fill: fill('rgba(179, 84, 14, 0.12)'),
      stroke: stroke(colours.focus, 3, [8, 6]),
      image: new CircleStyle({ radius: 6, fill: fill(colours.focus), stroke: stroke(colours.surface, 2) }),
    }),
    object: (title, resolution) =>
      new Style({
        fill: fill(colours.mine),
        stroke: stroke(colours.accent, 2),
        image: new CircleStyle({ radius: 7, fill: fill(colours.accent), stroke: stroke(colours.surface, 2) }),
        text: new Text({
          text: resolution < maxLabelResolution ? title : '',
          font: `400 13px ${fontFamily}`,
          fill: fill(colours.ink),
          stroke: halo,
          offsetY: 16,
        }),
      }),
    here: new Style({
      image: new CircleStyle({ radius: 9, fill: fill(colours.focus), stroke: stroke(colours.surface, 3) }),
    }),
  };
}

/** Hatching, so that the state can be seen without colour. */
function createHatchPattern(line: string, ground: string, step: number): CanvasPattern | string {
  const canvas = document.createElement('canvas');
  canvas.width = step;
  canvas.height = step;
  const context = canvas.getContext('2d');
  if (!context) return ground;
  context.fillStyle = ground;
  context.fillRect(0, 0, step, step);
  context.strokeStyle = line;
  context.lineWidth = 1.5;
  context.beginPath();
  for (const from of [-step, 0, step]) {
    context.moveTo(from, step);
    context.lineTo(from + step, 0);
  }
  context.stroke();
  return context.createPattern(canvas, 'repeat') ?? ground;
}
