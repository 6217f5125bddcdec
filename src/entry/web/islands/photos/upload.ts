export interface UploadOptions {
  readonly url: string;
  readonly token: string;
  readonly key: string;
  readonly blob: Blob;
  onProgress(percent: number): void;
}

/** `later`: offline or server error, a retry may help. */
export type UploadResult =
  | { readonly id: string }
  | { readonly later: true; readonly message?: string }
  | { readonly fault: string };

/** Without progress for this long the connection counts as lost. */
const stallTimeoutMs = 45_000;

/** Uploads one photograph. XMLHttpRequest, because `fetch` reports no upload progress. */
export function uploadPhotograph({ url, token, key, blob, onProgress }: UploadOptions): {
  done: Promise<UploadResult>;
  stop(): void;
} {
  const request = new XMLHttpRequest();
  const done = new Promise<UploadResult>((resolve) => {
    let timer = 0;
    const watch = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => request.abort(), stallTimeoutMs);
    };
    request.open('POST', url);
    request.setRequestHeader('X-Form-Token', token);
    request.setRequestHeader('Idempotency-Key', key);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded, total }) => {
      watch();
      onProgress(Math.round((loaded / total) * 100));
    };
    request.onloadend = () => {
      clearTimeout(timer);
      resolve(parseResponse(request));
    };
    watch();
    request.send(blob);
  });
  return { done, stop: () => request.abort() };
}

function parseResponse({ status, responseText }: XMLHttpRequest): UploadResult {
  let body: { data?: { id: string }; message?: string; errors?: { file?: string[] } } = {};
  try {
    body = JSON.parse(responseText);
  } catch {
    // Not our server but a proxy: treated as no response.
  }
  if (status === 201 && body.data) return { id: body.data.id };
  const message = body.errors?.file?.[0] ?? body.message;
  if (status >= 400 && status < 500 && status !== 429 && status !== 408 && message) return { fault: message };
  return { later: true, ...(message && { message }) };
}
