import type { Text } from '../../../../base/i18n/text.ts';
import { Tabs } from '../../ui/tabs.tsx';

export const texts = {
  parts: { en: 'Print in parts', ru: 'Печать по частям' },
} as const satisfies Record<string, Text>;

/** `?part=` as typed; anything else is the first part. */
export function readPart(text: string): number {
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1;
}

type PaperPartsProps = {
  readonly part: number;
  /** Plots of each part. */
  readonly size: number;
  readonly inAll: number;
  readonly href: string;
};

/** Links to the parts of a long list: 1–300, 301–600. Nothing where one part has all. */
export function PaperParts({ part, size, inAll, href }: PaperPartsProps) {
  if (inAll <= size) return null;
  const hrefOf = (number: number) =>
    number === 1 ? href : `${href}${href.includes('?') ? '&' : '?'}part=${number}`;
  return (
    <Tabs
      label={texts.parts}
      tabs={Array.from({ length: Math.ceil(inAll / size) }, (_, index) => ({
        href: hrefOf(index + 1),
        text: `${index * size + 1}–${Math.min(inAll, (index + 1) * size)}`,
      }))}
      here={hrefOf(part)}
    />
  );
}
