import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a link in an urgent email may do: acknowledge that notice for the plots of that account, and nothing else. */
export interface NoticeAcknowledgement {
  accountId: string;
  /** The telling that the email was about. */
  eventId: string;
}

export interface AcknowledgeTokens {
  issue(acknowledgement: NoticeAcknowledgement): string;
  /** Null for anything this service did not sign. */
  verify(token: string): NoticeAcknowledgement | null;
}

const macBytes = 16;
const namedBytes = 16;

export function createAcknowledgeTokens(key: Buffer): AcknowledgeTokens {
  const sign = (bytes: Buffer) =>
    createHmac('sha256', key).update('acknowledge').update(bytes).digest().subarray(0, macBytes);
  return {
    issue({ accountId, eventId }) {
      const bytes = Buffer.alloc(namedBytes);
      bytes.writeBigInt64BE(BigInt(accountId));
      bytes.writeBigInt64BE(BigInt(eventId), 8);
      return Buffer.concat([bytes, sign(bytes)]).toString('base64url');
    },
    verify(token) {
      if (token.length > 100) return null;
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== namedBytes + macBytes || bytes.toString('base64url') !== token) return null;
      const named = bytes.subarray(0, namedBytes);
      if (!timingSafeEqual(bytes.subarray(namedBytes), sign(named))) return null;
      return {
        accountId: named.readBigInt64BE(0).toString(),
        eventId: named.readBigInt64BE(8).toString(),
      };
    },
  };
}
