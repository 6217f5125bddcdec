/** What was switched by hand; whatever is not named stays on. */
export interface Switches {
  readonly channels: Readonly<Record<string, boolean>>;
  readonly topics: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
}

export interface SwitchChange {
  readonly channels?: Readonly<Record<string, boolean | undefined>> | undefined;
  readonly topics?:
    | Readonly<Record<string, Readonly<Record<string, boolean | undefined>> | undefined>>
    | undefined;
}

/** What is named changes, the rest stays as it was. */
export function applySwitches(standing: Switches, change: SwitchChange): Switches {
  const topics: Record<string, Readonly<Record<string, boolean>>> = { ...standing.topics };
  for (const [topic, ways] of Object.entries(change.topics ?? {})) {
    if (ways !== undefined) topics[topic] = mergeNamed(topics[topic] ?? {}, ways);
  }
  return { channels: mergeNamed(standing.channels, change.channels ?? {}), topics };
}

function mergeNamed(
  standing: Readonly<Record<string, boolean>>,
  change: Readonly<Record<string, boolean | undefined>>,
): Record<string, boolean> {
  const merged: Record<string, boolean> = { ...standing };
  for (const [name, value] of Object.entries(change)) if (value !== undefined) merged[name] = value;
  return merged;
}

/** The whole record: everything is on until switched off. */
export function showSwitches<Topic extends string, Way extends string>(
  standing: Switches,
  topics: readonly Topic[],
  ways: readonly Way[],
): { channels: Record<Way, boolean>; topics: Record<Topic, Record<Way, boolean>> } {
  const each = (given: Readonly<Record<string, boolean>> | undefined) =>
    Object.fromEntries(ways.map((way) => [way, given?.[way] ?? true])) as Record<Way, boolean>;
  return {
    channels: each(standing.channels),
    topics: Object.fromEntries(topics.map((topic) => [topic, each(standing.topics[topic])])) as Record<
      Topic,
      Record<Way, boolean>
    >,
  };
}
