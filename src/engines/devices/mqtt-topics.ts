export interface TopicMessage {
  readonly topic: string;
  readonly payload: Uint8Array;
  /** A retained message, which may be of any age. */
  readonly isRetained: boolean;
  readonly receivedAt: Date;
}

/** A convention of topics and payloads, such as Zigbee2MQTT. */
export interface TopicSource {
  /** Initial subscriptions. */
  readonly topics: readonly string[];
  /** Handles a message and returns further topics to subscribe to. */
  receive(message: TopicMessage): readonly string[];
}

/** Rejects wildcards, which would open the whole broker. */
export function isPlainTopic(topic: string): boolean {
  return topic.length > 0 && topic.length <= 200 && !/[+#\p{Cc}]/u.test(topic) && !topic.startsWith('$');
}
