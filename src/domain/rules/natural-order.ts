const collator = new Intl.Collator('ru', { numeric: true });

/** Of plot numbers as people read them: 9 before 10, 12 before 12А. */
export const compareNaturally = (one: string, other: string) => collator.compare(one, other);
