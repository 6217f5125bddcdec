import { createHmac, timingSafeEqual } from 'node:crypto';
import { type EmailTopic, topics, urgentEmailTopic } from '../notify/notification-texts.ts';

/** What a link in an email may do: stop the emails of one topic to one account, and nothing else. */
export interface Unsubscription {
  accountId: string;
  topic: EmailTopic;
}

export interface UnsubscribeTokens {
  issue(unsubscription: Unsubscription): string;
  /** Null for anything this service did not sign. Tokens do not expire: links in old emails must still unsubscribe. */
  verify(token: string): Unsubscription | null;
}

const macBytes = 16;
/** Stored by position in links of old emails: only ever add at the end. */
const emailTopics: readonly EmailTopic[] = [...topics, urgentEmailTopic];

export function createUnsubscribeTokens(key: Buffer): UnsubscribeTokens {
  const sign = (bytes: Buffer) => createHmac('sha256', key).update(bytes).digest().subarray(0, macBytes);
  return {
    issue({ accountId, topic }) {
      const bytes = Buffer.alloc(9);
      bytes.writeBigInt64BE(BigInt(accountId));
      bytes.writeUInt8(emailTopics.indexOf(topic), 8);
      return Buffer.concat([bytes, sign(bytes)]).toString('base64url');
    },
    verify(token) {
      if (token.length > 100) return null;
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== 9 + macBytes || bytes.toString('base64url') !== token) return null;
      const named = bytes.subarray(0, 9);
      if (!timingSafeEqual(bytes.subarray(9), sign(named))) return null;
      const topic = emailTopics[named.readUInt8(8)];
      return topic === undefined ? null : { accountId: named.readBigInt64BE(0).toString(), topic };
    },
  };
}
