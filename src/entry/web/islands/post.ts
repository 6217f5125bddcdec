export interface PostOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: XMLHttpRequestBodyInit;
  /** Without progress for this long the connection counts as lost. */
  readonly stallTimeoutMs?: number;
  /** Bytes sent so far. */
  onProgress?(sent: number): void;
}

/** Status 0: no answer came. */
export interface PostReply {
  readonly status: number;
  readonly text: string;
  /** After redirects. */
  readonly url: string;
}

/** XMLHttpRequest, because `fetch` reports no upload progress. */
export function post({ url, headers, body, stallTimeoutMs = 45_000, onProgress }: PostOptions): {
  done: Promise<PostReply>;
  stop(): void;
} {
  const request = new XMLHttpRequest();
  const done = new Promise<PostReply>((resolve) => {
    let timer = 0;
    const watch = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => request.abort(), stallTimeoutMs);
    };
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => {
      watch();
      onProgress?.(loaded);
    };
    request.onloadend = () => {
      clearTimeout(timer);
      resolve({ status: request.status, text: request.responseText, url: request.responseURL });
    };
    watch();
    request.send(body ?? null);
  });
  return { done, stop: () => request.abort() };
}
