import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';

/** Where a dialogue can go wrong, in its order; `taken`: after the email has arrived. */
export const smtpStages = ['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'taken'] as const;
export type SmtpStage = (typeof smtpStages)[number];
/** A code to answer with, 'drop': breaks off, 'hang': says nothing more. */
export type SmtpFault = number | 'drop' | 'hang';

export interface ScriptedSmtpServer {
  url: string;
  /** The Message-ID of each email that it kept, also where it could not say so. */
  kept: string[];
  fault?: { stage: SmtpStage; fault: SmtpFault } | undefined;
  countConnections(): number;
  close(): Promise<void>;
}

const right: Record<SmtpStage, string> = {
  greeting: '220 mail.example',
  EHLO: '250 mail.example',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  taken: '250 kept',
};

/** Speaks just enough to take one email after another, and fails where it is told to. */
export async function startScriptedSmtpServer(): Promise<ScriptedSmtpServer> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    let letter: string[] | undefined;
    const reach = (stage: SmtpStage) => {
      const struck = scripted.fault?.stage === stage ? scripted.fault.fault : undefined;
      // What was refused is not kept; what it kept it may be unable to say.
      if (stage === 'taken' && typeof struck !== 'number')
        scripted.kept.push(/^Message-ID: (.*)$/im.exec(letter?.join('\n') ?? '')?.[1] ?? '');
      if (stage === 'taken') letter = undefined;
      if (struck === 'drop') return void socket.destroy();
      if (struck === 'hang') return;
      if (struck === undefined && stage === 'DATA') letter = [];
      socket.write(`${struck === undefined ? right[stage] : `${struck} a fault of the test`}\r\n`);
    };
    const read = (line: string) => {
      if (letter !== undefined) return line === '.' ? reach('taken') : void letter.push(line);
      const command = line.slice(0, 4).toUpperCase();
      if (command === 'QUIT') return void socket.end('221 bye\r\n');
      if (command === 'RSET') return void socket.write('250 ok\r\n');
      reach(command === 'HELO' ? 'EHLO' : (command as SmtpStage));
    };
    let rest = '';
    socket.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk).split('\r\n');
      rest = lines.pop() ?? '';
      lines.forEach(read);
    });
    reach('greeting');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const scripted: ScriptedSmtpServer = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    kept: [],
    countConnections: () => sockets.size,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return scripted;
}
