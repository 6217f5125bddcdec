export interface TopicMessage {
  readonly topic: string;
  readonly payload: Uint8Array;
  /** The broker kept it: it may be from any time before now. */
  readonly isRetained: boolean;
  readonly receivedAt: Date;
}

/** One convention of publishing on a broker. */
export interface TopicSource {
  /** What to subscribe to at the start. */
  readonly topics: readonly string[];
  /** Takes in a message that is its own, and names further topics to subscribe to. */
  receive(message: TopicMessage): readonly string[];
}

/** A topic to read one thing from: a wildcard in it would open the whole broker. */
export function isPlainTopic(topic: string): boolean {
  return topic.length > 0 && topic.length <= 200 && !/[+#\p{Cc}]/u.test(topic) && !topic.startsWith('$');
}
