import type { TestService } from '../harness/open-service.ts';
import { buildVillage, type Persona } from '../harness/village.ts';

/** A request recorded in a fresh test village, with its reply. */
export interface RecordedRequest {
  /** Name by which later requests refer to its reply. */
  name: string;
  as: Persona | 'nobody';
  /** Method and path below /api/v1; `{article.data.id}` is taken from an earlier reply or from the village. */
  request: string;
  body?: unknown;
  status?: number;
  reply?: unknown;
}

/** Sends the requests in order; identifiers, times and URLs in replies become placeholders. */
export async function replay(
  service: TestService,
  requests: readonly RecordedRequest[],
): Promise<{ status: number; reply: unknown }[]> {
  const village = await buildVillage(service);
  // The recorded village's company had not been checked.
  await service.db`update company set is_verified = false where id = ${village.companyId}`;
  const known: Record<string, unknown> = { ...village };
  const tokens = new Map<string, string>();
  for (const [persona, account] of Object.entries(village.accounts))
    tokens.set(persona, await service.token(account));
  const replies: { status: number; reply: unknown }[] = [];
  for (const { name, as, request, body } of requests) {
    const [method, path] = fill(request, known).split(' ') as [string, string];
    const response = await fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: {
        'accept-language': 'en',
        ...(as !== 'nobody' && { authorization: `Bearer ${tokens.get(as)}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: fill(JSON.stringify(body), known) }),
    });
    const text = await response.text();
    known[name] = text === '' ? null : JSON.parse(text);
    replies.push({ status: response.status, reply: normalise(known[name], service.url) });
  }
  return replies;
}

/** Replaces `{dotted.name}` with its known value; other braces are JSON's. */
function fill(text: string, known: Record<string, unknown>): string {
  return text.replaceAll(/\{([a-zA-Z_]\w*(?:\.\w+)*)\}/g, (_, path: string) => {
    let value: unknown = known;
    for (const step of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[step];
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new Error(
        `No value is known for ${path}: ${JSON.stringify(known[path.split('.')[0] as string])}`,
      );
    return String(value);
  });
}

function normalise(value: unknown, origin: string, name = ''): unknown {
  if (Array.isArray(value)) return value.map((entry) => normalise(entry, origin, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([inner, entry]) => [
        inner,
        normalise(entry, origin, name === 'errors' ? name : inner),
      ]),
    );
  // The last digits of computed lengths differ between processors.
  if (typeof value === 'number') return Number(value.toPrecision(9));
  if (typeof value !== 'string') return value;
  if (name === 'message' || name === 'errors') return '<text>';
  if (name === 'cursor') return '<cursor>';
  return value
    .replaceAll(origin, '<origin>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g, '<time>')
    .replaceAll(/\d{4}-\d\d-\d\d/g, '<date>')
    .replaceAll(/\d{15,}/g, '<id>')
    .replaceAll(/(?<=<origin>\/\S*)\?\S*/g, '?<signature>')
    .replaceAll(/(?<=<origin>\/\S*\/)[\w-]{24,}(?:\.[\w-]+)*/g, '<secret>');
}
