import { type PostReply, post } from '../post.ts';

export interface UploadOptions {
  readonly url: string;
  readonly token: string;
  readonly key: string;
  readonly blob: Blob;
  /** Some of it may have arrived before: the server is asked where to go on. */
  readonly isContinued: boolean;
  /** Bytes that have arrived. */
  onProgress(bytes: number): void;
}

/** `later`: offline or server error, a retry may help. */
export type UploadResult =
  | { readonly id: string }
  | { readonly later: true; readonly message?: string }
  | { readonly fault: string };

interface ReplyBody {
  readonly data?: { readonly id?: string; readonly offset?: number };
  readonly message?: string;
  readonly errors?: { readonly file?: readonly string[] };
  /** Where to go on, in the refusal of a part that does not fit. */
  readonly offset?: number;
}

/** Uploads one photograph, or the rest of one whose connection broke. */
export function uploadPhotograph(options: UploadOptions): { done: Promise<UploadResult>; stop(): void } {
  let running: { stop(): void } | undefined;
  let isStopped = false;
  const send = async (range: string | null, offset: number, body?: Blob) => {
    const sending = post({
      url: options.url,
      headers: {
        'X-Form-Token': options.token,
        'Idempotency-Key': options.key,
        'Content-Type': 'application/octet-stream',
        ...(range !== null && { 'Content-Range': range }),
      },
      ...(body && { body }),
      onProgress: (sent) => options.onProgress(offset + sent),
    });
    running = sending;
    if (isStopped) sending.stop();
    return parseReply(await sending.done);
  };
  const upload = async (): Promise<UploadResult> => {
    const { size } = options.blob;
    let reply: ParsedReply | undefined;
    let offset = 0;
    if (options.isContinued) {
      reply = await send(`bytes */${size}`, 0);
      if (reply.offset === undefined) return reply.result;
      offset = reply.offset;
    }
    for (const _ of [1, 2]) {
      options.onProgress(offset);
      const range = offset > 0 ? `bytes ${offset}-${size - 1}/${size}` : null;
      reply = await send(range, offset, options.blob.slice(offset));
      if (reply.offset === undefined) return reply.result;
      offset = reply.offset;
    }
    return { later: true };
  };
  return {
    done: upload(),
    stop() {
      isStopped = true;
      running?.stop();
    },
  };
}

interface ParsedReply {
  readonly result: UploadResult;
  readonly offset?: number;
}

function parseReply({ status, text }: PostReply): ParsedReply {
  let body: ReplyBody = {};
  try {
    body = JSON.parse(text);
  } catch {
    // Not our server but a proxy: treated as no response.
  }
  if (status === 201 && body.data?.id) return { result: { id: body.data.id } };
  const message = body.errors?.file?.[0] ?? body.message;
  const offset = status === 200 ? body.data?.offset : body.offset;
  const isFinal = status >= 400 && status < 500 && status !== 429 && status !== 408 && message;
  return {
    result: isFinal ? { fault: message } : { later: true, ...(message && { message }) },
    ...(offset !== undefined && { offset }),
  };
}

/** Made of form key and content hash, as on the server for files sent with the form: both are saved once. */
export async function createPhotoKey(formKey: string, blob: Blob): Promise<string> {
  if (!crypto.subtle) return `${formKey}.photo.${Math.random()}`;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()));
  const hex = [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${formKey}.photo.${hex.slice(0, 32)}`;
}
