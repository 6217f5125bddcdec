import { createHash } from 'node:crypto';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

export interface ServerSocket {
  send(message: unknown): void;
  sendRaw(bytes: Buffer): void;
  destroy(): void;
  onClose(listener: () => void): void;
}

/** Minimal RFC 6455 server for tests: text frames both ways, pings ignored, no extensions. */
export function acceptWebSockets(
  server: Server,
  path: string,
  onOpen: (socket: ServerSocket) => (message: unknown) => void,
): void {
  server.on('upgrade', (request, stream: Duplex) => {
    stream.on('error', () => {});
    if (request.url !== path) return void stream.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
    stream.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
    );
    const onMessage = onOpen({
      send: (message) => void stream.write(textFrame(JSON.stringify(message))),
      sendRaw: (bytes) => void stream.write(bytes),
      destroy: () => stream.destroy(),
      onClose: (listener) => void stream.once('close', listener),
    });
    let buffered = Buffer.alloc(0);
    stream.on('data', (chunk: Buffer) => {
      buffered = Buffer.concat([buffered, chunk]);
      for (let frame = readFrame(buffered); frame; frame = readFrame(buffered)) {
        buffered = buffered.subarray(frame.size);
        if (frame.opcode === 8) return void stream.end(Buffer.from([0x88, 0]));
        if (frame.opcode === 1) onMessage(JSON.parse(frame.payload.toString()));
      }
    });
  });
}

export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([frameHead(0x81, payload.length), payload]);
}

export function frameHead(first: number, length: number): Buffer {
  if (length < 126) return Buffer.from([first, length]);
  const head = Buffer.alloc(10);
  head[0] = first;
  head[1] = 127;
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}

function readFrame(bytes: Buffer): { opcode: number; payload: Buffer; size: number } | null {
  if (bytes.length < 6) return null;
  const short = (bytes[1] as number) & 0x7f;
  const extra = short === 126 ? 2 : short === 127 ? 8 : 0;
  if (bytes.length < 6 + extra) return null;
  const length = extra === 0 ? short : extra === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  const start = 2 + extra + 4;
  if (bytes.length < start + length) return null;
  const mask = bytes.subarray(2 + extra, start);
  const payload = Buffer.from(bytes.subarray(start, start + length));
  for (let index = 0; index < length; index += 1) {
    payload[index] = (payload[index] as number) ^ (mask[index % 4] as number);
  }
  return { opcode: (bytes[0] as number) & 0x0f, payload, size: start + length };
}
