import type { Socket } from 'node:net';
import { type Listener, listenTcp } from '../outbound/listeners.ts';

/** Where a broker breaks off: at CONNECT, at SUBSCRIBE, after SUBACK, in the middle of a message; or says nothing more. */
export type BrokerFault =
  | 'connect'
  | 'subscribe'
  | 'granted'
  | 'message'
  | 'silent at connect'
  | 'silent at subscribe';

export interface ScriptedBroker extends Listener {
  open(): number;
  /** Resolves when a fault has struck. */
  struck: Promise<void>;
}

const discovery = 'homeassistant/sensor/good/config';
const config = { state_topic: 'good/value', unique_id: 'good', unit_of_measurement: 'W' };

/** A packet of less than 128 bytes, or of one more byte of length. */
function packet(kind: number, body: Buffer): Buffer {
  const length =
    body.length < 128 ? [body.length] : [(body.length % 128) + 128, Math.floor(body.length / 128)];
  return Buffer.concat([Buffer.from([kind, ...length]), body]);
}

function publish(topic: string, payload: string): Buffer {
  const name = Buffer.from(topic);
  return packet(0x30, Buffer.concat([Buffer.from([0, name.length]), name, Buffer.from(payload)]));
}

/** The packets that have arrived whole, and what is left. */
function readPackets(bytes: Buffer): { packets: { kind: number; body: Buffer }[]; rest: Buffer } {
  const packets: { kind: number; body: Buffer }[] = [];
  let at = 0;
  while (at + 2 <= bytes.length) {
    let length = 0;
    let size = 1;
    for (; size <= 4; size += 1) {
      const byte = bytes[at + size] ?? 0;
      length += (byte & 127) * 128 ** (size - 1);
      if (byte < 128) break;
    }
    const from = at + 1 + size;
    if (from + length > bytes.length) break;
    packets.push({ kind: (bytes[at] ?? 0) >> 4, body: bytes.subarray(from, from + length) });
    at = from + length;
  }
  return { packets, rest: bytes.subarray(at) };
}

function grant(body: Buffer): { answer: Buffer; topics: string[] } {
  const topics: string[] = [];
  for (let at = 2; at < body.length; ) {
    const length = body.readUInt16BE(at);
    topics.push(String(body.subarray(at + 2, at + 2 + length)));
    at += length + 3;
  }
  return { answer: packet(0x90, Buffer.concat([body.subarray(0, 2), Buffer.alloc(topics.length)])), topics };
}

/** One sensor; the first connection meets the fault, the others do not. Each says another value. */
export async function startScriptedBroker(fault: BrokerFault): Promise<ScriptedBroker> {
  const open = new Set<Socket>();
  let strike: () => void = () => {};
  const struck = new Promise<void>((done) => {
    strike = done;
  });
  let connections = 0;
  const listener = await listenTcp((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    connections += 1;
    const number = connections;
    const meets = (each: BrokerFault) => number === 1 && each === fault;
    const breakOff = (after: Buffer[] = []) => {
      socket.write(Buffer.concat(after), () => socket.destroy());
      strike();
    };
    const answer = ({ kind, body }: { kind: number; body: Buffer }) => {
      if (kind === 1) {
        if (meets('connect')) return breakOff();
        if (meets('silent at connect')) return strike();
        socket.write(Buffer.from([0x20, 2, 0, 0]));
      }
      if (kind !== 8) return;
      const { answer, topics } = grant(body);
      if (meets('subscribe')) return breakOff();
      if (meets('silent at subscribe')) return strike();
      if (meets('granted')) return breakOff([answer]);
      socket.write(answer);
      if (!topics.includes('good/value'))
        return void socket.write(publish(discovery, JSON.stringify(config)));
      const [whole, half] = [publish('good/value', String(number)), publish('good/value', '1000000')];
      if (meets('message')) breakOff([whole, half.subarray(0, -3)]);
      else socket.write(whole);
    };
    let rest: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      const read = readPackets(Buffer.concat([rest, chunk]));
      rest = read.rest;
      read.packets.forEach(answer);
    });
  });
  return { ...listener, open: () => open.size, struck };
}
