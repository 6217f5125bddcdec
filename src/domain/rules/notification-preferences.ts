import type { QuietHours } from './morning.ts';

/** Finer than topics: each kind can be switched separately. */
export const notificationKinds = [
  'urgent',
  'news',
  'messages',
  'devices',
  'tasks',
  'residency',
  'directory',
  'knowledge',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

const kindsByFirstWord: Record<string, NotificationKind> = {
  urgent: 'urgent',
  announcement: 'news',
  article: 'news',
  media: 'news',
  message: 'messages',
  device: 'devices',
  sensor: 'devices',
  meter: 'devices',
  task: 'tasks',
  residency: 'residency',
  knowledge: 'knowledge',
};

/** By the key of a notification; keys without a kind of their own belong to the directory. */
export function findNotificationKind(key: string): NotificationKind {
  const [, word = ''] = /^notifications\.([a-z]+)/.exec(key) ?? [];
  return Object.hasOwn(kindsByFirstWord, word) ? (kindsByFirstWord[word] as NotificationKind) : 'directory';
}

/** What the user switched; everything else is on. */
export interface StoredPreferences {
  readonly channels: Readonly<Record<string, boolean>>;
  readonly topics: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
  readonly kinds: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
  /** Emails wait for the next morning. */
  readonly isDigest: boolean;
  /** Emails and pushes wait for their end. */
  readonly quiet: QuietHours | null;
  /** A push shows the sentence of the notification; off: only what kind it is of. */
  readonly showsPushText: boolean;
}

export interface PreferenceChange {
  readonly channels?: Readonly<Record<string, boolean | undefined>> | undefined;
  readonly topics?: NamedChanges | undefined;
  readonly kinds?: NamedChanges | undefined;
  readonly isDigest?: boolean | undefined;
  readonly quiet?: QuietHours | null | undefined;
  readonly showsPushText?: boolean | undefined;
}

type NamedChanges = Readonly<Record<string, Readonly<Record<string, boolean | undefined>> | undefined>>;

/** Changes only what is given. */
export function applyPreferenceChange(
  current: StoredPreferences,
  change: PreferenceChange,
): StoredPreferences {
  return {
    channels: mergeNamed(current.channels, change.channels ?? {}),
    topics: mergeEach(current.topics, change.topics ?? {}),
    kinds: mergeEach(current.kinds, change.kinds ?? {}),
    isDigest: change.isDigest ?? current.isDigest,
    quiet: change.quiet === undefined ? current.quiet : change.quiet,
    showsPushText: change.showsPushText ?? current.showsPushText,
  };
}

function mergeEach(current: StoredPreferences['topics'], changes: NamedChanges): StoredPreferences['topics'] {
  const merged: Record<string, Readonly<Record<string, boolean>>> = { ...current };
  for (const [name, ways] of Object.entries(changes)) {
    if (ways !== undefined) merged[name] = mergeNamed(merged[name] ?? {}, ways);
  }
  return merged;
}

function mergeNamed(
  current: Readonly<Record<string, boolean>>,
  change: Readonly<Record<string, boolean | undefined>>,
): Record<string, boolean> {
  const merged: Record<string, boolean> = { ...current };
  for (const [name, value] of Object.entries(change)) if (value !== undefined) merged[name] = value;
  return merged;
}

/** All preferences with defaults: everything is on until switched off. */
export function completePreferences<Topic extends string, Way extends string>(
  current: StoredPreferences,
  topics: readonly Topic[],
  ways: readonly Way[],
): {
  channels: Record<Way, boolean>;
  topics: Record<Topic, Record<Way, boolean>>;
  kinds: Record<NotificationKind, Record<Way, boolean>>;
  digest: 'off' | 'daily';
  quiet: QuietHours | null;
  push_text: boolean;
} {
  const each = (given: Readonly<Record<string, boolean>> | undefined) =>
    Object.fromEntries(ways.map((way) => [way, given?.[way] ?? true])) as Record<Way, boolean>;
  return {
    channels: each(current.channels),
    topics: Object.fromEntries(topics.map((topic) => [topic, each(current.topics[topic])])) as Record<
      Topic,
      Record<Way, boolean>
    >,
    kinds: Object.fromEntries(notificationKinds.map((kind) => [kind, each(current.kinds[kind])])) as Record<
      NotificationKind,
      Record<Way, boolean>
    >,
    digest: current.isDigest ? 'daily' : 'off',
    quiet: current.quiet,
    push_text: current.showsPushText,
  };
}
