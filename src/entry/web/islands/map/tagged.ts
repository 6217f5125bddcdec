import Feature from 'ol/Feature.js';
import Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorImageLayer from 'ol/layer/VectorImage.js';
import { fromLonLat } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import RegularShape from 'ol/style/RegularShape.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import { type Colours, onColoursChange, readColours } from './colours.ts';
import type { LandMap } from './land-map.ts';
import type { MapIslandProps } from './props.ts';
import { fontFamily, maxLabelResolution } from './styles.ts';

/** Marks plots with the tag by dots, a dashed edge and a diamond above their number; tagged objects by a diamond. */
export function addTaggedLayers(
  landMap: LandMap,
  { plots, things }: NonNullable<MapIslandProps['tagged']>,
): void {
  const withTag = new Set(plots.map(({ id }) => id));
  let styles = createTaggedStyles(readColours());
  const ground = new VectorImageLayer({
    imageRatio: 2,
    source: landMap.plots,
    style: (each) => (withTag.has(String(each.getId())) ? styles.plot : undefined),
  });
  const marks = new VectorLayer({
    source: new VectorSource({
      features: [
        ...plots.flatMap(({ at }) => (at ? new Feature(new Point(fromLonLat([...at]))) : [])),
        ...things.map(({ title, at }) => {
          const feature = new Feature(new Point(fromLonLat([...at])));
          feature.set('title', title, true);
          return feature;
        }),
      ],
    }),
    style: (each, resolution) => {
      const title = each.get('title') as string | undefined;
      return title === undefined ? styles.mark : styles.thing(resolution < maxLabelResolution ? title : '');
    },
  });
  const layers = landMap.map.getLayers();
  layers.insertAt(layers.getLength() - 1, ground);
  layers.push(marks);
  onColoursChange(() => {
    styles = createTaggedStyles(readColours());
    for (const layer of [ground, marks]) layer.changed();
  });
}

function createTaggedStyles(colours: Colours) {
  const diamond = (displacement: [number, number]) =>
    new RegularShape({
      points: 4,
      radius: 9,
      displacement,
      fill: new Fill({ color: colours.focus }),
      stroke: new Stroke({ color: colours.surface, width: 2 }),
    });
  return {
    plot: new Style({
      fill: new Fill({ color: createDotPattern(colours.ink) }),
      stroke: new Stroke({ color: colours.ink, width: 2, lineDash: [6, 4] }),
    }),
    // Above the plot number, which has the same position.
    mark: new Style({ image: diamond([0, 20]) }),
    thing: (text: string) =>
      new Style({
        image: diamond([0, 0]),
        text: new Text({
          text,
          font: `400 13px ${fontFamily}`,
          fill: new Fill({ color: colours.ink }),
          stroke: new Stroke({ color: colours.plot, width: 3 }),
          offsetY: 18,
        }),
      }),
  };
}

function createDotPattern(ink: string): CanvasPattern | string {
  const step = 12;
  const canvas = document.createElement('canvas');
  canvas.width = step;
  canvas.height = step;
  const context = canvas.getContext('2d');
  if (!context) return 'transparent';
  context.fillStyle = ink;
  context.beginPath();
  context.arc(step / 2, step / 2, 1.5, 0, 2 * Math.PI);
  context.fill();
  return context.createPattern(canvas, 'repeat') ?? 'transparent';
}
