import { findAssetByName } from './assets.ts';

/** Symbols of assets/icons.svg; a test compares the two. */
export const iconNames = [
  'today',
  'village',
  'plot',
  'plus',
  'minus',
  'messages',
  'more',
  'bell',
  'search',
  'person',
  'people',
  'down',
  'right',
  'back',
  'check',
  'close',
  'alert',
  'info',
  'offline',
  'silent',
  'phone',
  'map',
  'book',
  'tasks',
  'announce',
  'water',
  'temperature',
  'device',
  'power',
  'tree',
  'bed',
  'camera',
  'image',
  'write',
  'diary',
  'board',
  'undo',
  'retry',
  'clock',
  'history',
  'day',
  'eye',
  'send',
  'medal',
  'lock',
  'ruler',
  'boundary',
  'copy',
  'flag',
  'company',
  'settings',
  'link',
  'list',
  'grid',
  'remove',
  'print',
  'shield',
  'assistant',
  'leave',
  'tag',
] as const;

export type IconName = (typeof iconNames)[number];

/** Hidden from screen readers: always use it beside a text or inside a labelled element. */
export function Icon({ name, size }: { name: IconName; size?: 's' | 'l' | undefined }) {
  return (
    <svg class={size ? `icon ${size}` : 'icon'} aria-hidden="true">
      <use href={`${findAssetByName('icons.svg').path}#${name}`} />
    </svg>
  );
}
