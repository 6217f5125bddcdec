import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { SMTPServer } from 'smtp-server';

export interface MailSink {
  url: string;
  /** How often each email was received, by Message-ID. */
  taken: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** An SMTP server on loopback that accepts everything and records recipients and Message-IDs in a file. */
export async function startMailSink(path: string): Promise<MailSink> {
  const taken = new Map<string, number>();
  const count = (messageId: string) => taken.set(messageId, (taken.get(messageId) ?? 0) + 1);
  if (existsSync(path)) {
    for (const line of readFileSync(path, 'utf8').split('\n').slice(0, -1)) count(JSON.parse(line).messageId);
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const head = Buffer.concat(chunks).toString().split('\r\n\r\n', 1)[0] ?? '';
        const messageId = /^message-id:\s*(\S+)/im.exec(head)?.[1] ?? '';
        appendFileSync(path, `${JSON.stringify({ messageId, to: session.envelope.rcptTo[0]?.address })}\n`);
        count(messageId);
        callback(null);
      });
      // The service may be killed in the middle of an email; that one was not received.
      stream.on('error', () => {});
    },
  });
  server.on('error', () => {});
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}
