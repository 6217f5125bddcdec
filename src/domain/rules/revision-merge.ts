/** What a revision keeps beside its body. */
export interface RevisionCard {
  title: string;
  category: string | null;
  tags: readonly string[];
}

/** The value that stands when at most one side changed it; undefined: both did, differently. */
function mergeValue<Value>(base: Value, current: Value, wanted: Value): { value: Value } | undefined {
  if (wanted === base || wanted === current) return { value: current };
  return current === base ? { value: wanted } : undefined;
}

/** Title and section of two changes of one base; tags are joined as sets. Null: both changed the same thing. */
export function mergeCards(
  base: RevisionCard,
  current: RevisionCard,
  wanted: RevisionCard,
): RevisionCard | null {
  const title = mergeValue(base.title, current.title, wanted.title);
  const category = mergeValue(base.category, current.category, wanted.category);
  if (title === undefined || category === undefined) return null;
  const added = wanted.tags.filter((tag) => !base.tags.includes(tag) && !current.tags.includes(tag));
  const removed = base.tags.filter((tag) => !wanted.tags.includes(tag));
  return {
    title: title.value,
    category: category.value,
    tags: [...current.tags.filter((tag) => !removed.includes(tag)), ...added],
  };
}
