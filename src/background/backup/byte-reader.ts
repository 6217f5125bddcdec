import type { Readable } from 'node:stream';
import { BackupError } from './backup-error.ts';

/** Reads exact numbers of bytes from a stream, copying each byte at most once. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer[] = [];
  #length = 0;

  constructor(input: Readable) {
    this.#chunks = input[Symbol.asyncIterator]();
  }

  async read(count: number): Promise<Buffer> {
    if (!(await this.#fill(count))) throw new BackupError('The backup breaks off in the middle.');
    const parts: Buffer[] = [];
    let wanted = count;
    while (wanted > 0) {
      const first = this.#held[0] as Buffer;
      if (first.length <= wanted) this.#held.shift();
      else this.#held[0] = first.subarray(wanted);
      parts.push(first.subarray(0, wanted));
      wanted -= parts.at(-1)?.length as number;
    }
    this.#length -= count;
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts, count);
  }

  async startsWith(start: Buffer): Promise<boolean> {
    return (
      (await this.#fill(start.length)) && Buffer.concat(this.#held).subarray(0, start.length).equals(start)
    );
  }

  /** Everything that was not read yet. */
  async *rest(): AsyncGenerator<Buffer> {
    yield* this.#held.splice(0);
    this.#length = 0;
    for (;;) {
      const { done, value } = await this.#chunks.next();
      if (done) return;
      yield value;
    }
  }

  async isAtEnd(): Promise<boolean> {
    return !(await this.#fill(1));
  }

  async #fill(count: number): Promise<boolean> {
    while (this.#length < count) {
      const { done, value } = await this.#chunks.next();
      if (done) return false;
      this.#held.push(value);
      this.#length += value.length;
    }
    return true;
  }
}
