import type Feature from 'ol/Feature.js';
import type { Geometry, MultiPolygon, Polygon } from 'ol/geom.js';
import { toLonLat } from 'ol/proj.js';
import { ringArea } from '../../../../engines/geometry/rings/ellipsoid.ts';
import type { MapIslandProps } from './props.ts';

type CardProps = Pick<MapIslandProps, 'plotAddress' | 'writeAddress' | 'own' | 'words'>;

/** What a tap found, over the map: number, area, and where to go from there. */
export function createPlotCard(
  plot: Feature<Geometry>,
  { plotAddress, writeAddress, own, words }: CardProps,
  onClose: () => void,
): Node[] {
  const number = String(plot.get('number') ?? '');
  const about = `${words.plot} ${number}`;
  const address = (template: string) => template.replace('{plot}', encodeURIComponent(number));
  const title = createElement('b', about);
  const isForSale = plot.get('listing') === 'for_sale';
  const facts = [formatArea(plot.getGeometry(), words), isForSale && words.sale].filter(Boolean).join(' · ');
  const buttons = createElement('div');
  buttons.className = 'buttons';
  const link = (href: string, text: string, look: string) => {
    const made = createElement('a', text);
    made.className = `button compact${look}`;
    made.href = href;
    return made;
  };
  const open = link(address(plotAddress), words.open, '');
  const unseen = createElement('span', ` ${about}`);
  unseen.className = 'unseen';
  open.append(unseen);
  buttons.append(open);
  if (writeAddress && !own.includes(String(plot.getId())))
    buttons.append(link(address(writeAddress), words.write, ' quiet'));
  const close = createElement('button', '×');
  close.type = 'button';
  close.className = 'icon-button';
  close.ariaLabel = words.close;
  close.addEventListener('click', onClose);
  const soft = createElement('span', facts);
  soft.className = 'small soft';
  return [title, soft, close, buttons];
}

function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function formatArea(geometry: Geometry | undefined, words: CardProps['words']): string {
  const parts =
    geometry?.getType() === 'MultiPolygon'
      ? (geometry as MultiPolygon).getCoordinates()
      : geometry?.getType() === 'Polygon'
        ? [(geometry as Polygon).getCoordinates()]
        : [];
  // The outer ring and the holes of a part have opposite signs of their own making: holes are taken away.
  const area = parts.reduce(
    (sum, rings) =>
      sum +
      rings.reduce((left, ring, index) => {
        const size = Math.abs(
          ringArea(new Float64Array(ring.slice(0, -1).flatMap((place) => toLonLat(place)))),
        );
        return index === 0 ? size : left - size;
      }, 0),
    0,
  );
  if (!(area > 0)) return '';
  const unit = Number(words.areaUnitM2);
  const number = new Intl.NumberFormat(document.documentElement.lang, {
    maximumFractionDigits: unit > 1 ? 1 : 0,
  });
  return `${number.format(area / unit)}\u00a0${words.areaUnit}`;
}
