import { SMTPServer } from 'smtp-server';
import { addFileCleanup } from '../harness/file-cleanup.ts';

/** An email as the mail server received it. */
export interface ReceivedEmail {
  to: string;
  messageId: string;
  raw: string;
  /** A header's value, unfolded. */
  header(name: string): string | undefined;
}

export interface MailServer {
  url: string;
  received: ReceivedEmail[];
  /** SMTP codes to refuse the next emails with, at RCPT TO or after DATA; undefined: accept. */
  refuse: { recipient?: (address: string) => number | undefined; data?: () => number | undefined };
  /** Takes the data and breaks the connection off instead of answering. */
  breaksOff?: boolean;
  /** Called when the data has arrived, before the response. */
  onData?: ((letter: ReceivedEmail) => Promise<void> | void) | undefined;
}

/** A real mail server on loopback. With a certificate, all of it is encrypted. */
export async function startMailServer(tls?: { key: string; cert: string }): Promise<MailServer> {
  const mail: MailServer = { url: '', received: [], refuse: {} };
  const failure = (code: number) => Object.assign(new Error(`refused with ${code}`), { responseCode: code });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    ...(tls && { secure: true, ...tls }),
    logger: false,
    onRcptTo(address, _session, callback) {
      const code = mail.refuse.recipient?.(address.address);
      callback(code === undefined ? null : failure(code));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks).toString();
        const header = (name: string) =>
          new RegExp(`^${name}:\\s*((?:.*)(?:\\r\\n[ \\t].*)*)`, 'im')
            .exec(raw.split('\r\n\r\n', 1)[0] ?? '')?.[1]
            ?.replaceAll(/\r\n[ \t]+/g, ' ');
        const letter = {
          to: session.envelope.rcptTo[0]?.address ?? '',
          messageId: header('Message-ID') ?? '',
          raw,
          header,
        };
        const code = mail.refuse.data?.();
        if (code !== undefined) return callback(failure(code));
        mail.received.push(letter);
        await mail.onData?.(letter);
        if (mail.breaksOff) return server.connections.forEach((each) => void each._socket.destroy());
        callback(null);
      });
    },
  });
  server.on('error', () => {});
  addFileCleanup(() => new Promise((done) => server.close(() => done())));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  const address = server.server.address();
  mail.url = `${tls ? 'smtps' : 'smtp'}://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return mail;
}
