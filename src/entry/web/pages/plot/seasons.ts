import type { Text } from '../../../../base/i18n/text.ts';
import { dayInZone } from '../../../../domain/rules/days.ts';
import type { Clock } from '../../words/format-time.ts';

const seasons: readonly Text[] = [
  { en: 'Winter', ru: 'Зима' },
  { en: 'Spring', ru: 'Весна' },
  { en: 'Summer', ru: 'Лето' },
  { en: 'Autumn', ru: 'Осень' },
];

/** December belongs to the winter of the next year: "Winter 2024–2025". */
export function formatSeason(at: string, { language, timeZone }: Clock): string {
  const [year = 0, month = 1] = dayInZone(new Date(at), timeZone).split('-').map(Number);
  const season = seasons[Math.floor((month % 12) / 3)]?.[language] ?? '';
  if (month === 12) return `${season} ${year}–${year + 1}`;
  return month <= 2 ? `${season} ${year - 1}–${year}` : `${season} ${year}`;
}

/** Groups items by name, in the order in which the names first occur. */
export function groupByName<Item>(items: readonly Item[], nameOf: (item: Item) => string) {
  const groups: { name: string; items: Item[] }[] = [];
  for (const item of items) {
    const name = nameOf(item);
    const found = groups.find((group) => group.name === name);
    if (found) found.items.push(item);
    else groups.push({ name, items: [item] });
  }
  return groups;
}
