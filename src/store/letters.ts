import type { Db } from '../db/connect.ts';

export async function insertLetter(
  db: Db,
  letter: {
    id: string; accountId: string | null; topic: string | null; to: string; messageId: string; subject: string; text: string; html: string; now: Date;
  },
): Promise<void> {
  await db`
    insert into letter (id, account_id, topic, to_address, message_id, subject, body_text, body_html, send_at, created_at)
    values (${letter.id}, ${letter.accountId}, ${letter.topic}, ${letter.to}, ${letter.messageId}, ${letter.subject}, ${letter.text},
            ${letter.html}, ${letter.now}, ${letter.now})`;
}
