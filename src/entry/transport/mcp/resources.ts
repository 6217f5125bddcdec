import type { Call } from '../../../domain/kernel/call.ts';
import type { Caller } from '../../../domain/kernel/caller.ts';
import type { AnyOperation, Audience } from '../../../domain/kernel/operation.ts';
import { Refusal } from '../../../domain/kernel/refusal.ts';
import type { Kernel } from '../../../domain/kernel/run.ts';
import { hasUserWrittenText } from '../../../domain/kernel/user-written-text.ts';
import type { Pictures } from './pictures.ts';
import type { ResourceText } from './tool-server.ts';
import { wrapDocument } from './untrusted-text.ts';

/** Resources: every operation that defines how its reply reads as a document. */
export function createResources(
  operations: readonly AnyOperation[],
  audience: Audience,
  kernel: Kernel,
  pictures: Pictures,
) {
  const readable = operations.filter(
    (operation) => operation.audiences.includes(audience) && operation.resource !== undefined,
  );
  const templates = readable.map((operation) => ({
    name: operation.name,
    title: operation.resource?.title,
    uriTemplate: operation.resource?.uriTemplate,
    description: operation.summary,
    ...(operation.resource && 'mimeType' in operation.resource && { mimeType: operation.resource.mimeType }),
  }));
  const patterns = readable.map((operation) => ({
    operation,
    match: createUriMatcher(operation.resource?.uriTemplate ?? ''),
  }));
  return {
    templatesJson: JSON.stringify(templates),
    hasTemplate: (uriTemplate: string) => templates.some((template) => template.uriTemplate === uriTemplate),
    async read(uri: string, call: Call, caller: Caller): Promise<ResourceText | null> {
      for (const { operation, match } of patterns) {
        const input = match(uri);
        if (input === null || operation.resource === undefined) continue;
        try {
          const reply = await kernel.perform(operation, input, call, caller);
          if ('picture' in operation.resource)
            return await readPicture(uri, operation.resource.picture(reply as never), { call, pictures });
          const { mimeType, text } = operation.resource;
          const plain = text(reply as never);
          return { uri, mimeType, text: hasUserWrittenText(operation) ? wrapDocument(plain) : plain };
        } catch (error) {
          if (error instanceof Refusal && (error.kind === 'not_found' || error.kind === 'invalid'))
            return null;
          throw error;
        }
      }
      return null;
    },
  };
}

async function readPicture(
  uri: string,
  address: string | null,
  { call, pictures }: { call: Call; pictures: Pictures },
): Promise<ResourceText | null> {
  const found = address === null ? null : await pictures.load(address, 'medium');
  if (address === null || found === null) return null;
  const { mimeType, bytes } = found;
  if (bytes !== undefined) return { uri, mimeType, blob: bytes.toString('base64') };
  const text = `A file (${mimeType}) that is not sent here. It can be had from ${new URL(address, call.origin)} for an hour.`;
  return { uri, mimeType: 'text/plain', text };
}

function createUriMatcher(template: string): (uri: string) => Record<string, string> | null {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  const pattern = new RegExp(
    `^${template.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '([^/?#]{1,400})')}$`,
  );
  return (uri) => {
    const found = pattern.exec(uri);
    if (found === null) return null;
    try {
      return Object.fromEntries(
        names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]),
      );
    } catch {
      return null;
    }
  };
}
