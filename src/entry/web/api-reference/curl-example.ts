import {
  isPublic,
  type ListedOperation,
  type OpenApiDocument,
  resolveReference,
  type Schema,
  schemaOf,
} from './openapi-document.ts';

const maxDepth = 5;

/** An example value: the document's own, otherwise a minimal value of the type. */
export function createExample(document: OpenApiDocument, unresolved: Schema | undefined, depth = 0): unknown {
  if (!unresolved || depth > maxDepth) return null;
  const schema = resolveReference(document, unresolved);
  if (schema.example !== undefined) return schema.example;
  if (schema.examples?.length) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum?.length) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  const variant = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].find((part) => part.type !== 'null');
  if (variant) return createExample(document, variant, depth + 1);
  const type = Array.isArray(schema.type) ? schema.type.find((name) => name !== 'null') : schema.type;
  if (type === 'object' || schema.properties || schema.allOf)
    return createExampleObject(document, schema, depth);
  if (type === 'array') return schema.items ? [createExample(document, schema.items, depth + 1)] : [];
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return true;
  return createExampleText(schema);
}

function createExampleObject(
  document: OpenApiDocument,
  schema: Schema,
  depth: number,
): Record<string, unknown> {
  const parts = [schema, ...(schema.allOf ?? []).map((part) => resolveReference(document, part))];
  const properties = Object.assign({}, ...parts.map((part) => part.properties ?? {})) as Record<
    string,
    Schema
  >;
  const required = parts.flatMap((part) => part.required ?? []);
  // Nothing required: one field is enough to show the shape.
  const shown = required.length > 0 ? required : Object.keys(properties).slice(0, 1);
  return Object.fromEntries(
    shown.map((name) => [name, createExample(document, properties[name], depth + 1)]),
  );
}

function createExampleText(schema: Schema): string {
  if (schema.format === 'date') return '2026-05-09';
  if (schema.format === 'date-time') return '2026-05-09T09:30:00+00:00';
  if (schema.format === 'email') return 'name@example.org';
  if (schema.format === 'uri') return 'https://example.org/';
  return '…';
}

/** Quotes for a POSIX shell: within single quotes only the quote itself is special. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A curl command with required parameters filled in and the token read from the environment. */
export function formatCurl(document: OpenApiDocument, listed: ListedOperation, baseUrl: string): string {
  const query = new URLSearchParams();
  let path = listed.path;
  for (const { name = '', in: place, required, schema, example } of listed.parameters) {
    const value = String(example ?? createExample(document, schema) ?? '');
    if (place === 'path' && value !== '…') path = path.replace(`{${name}}`, encodeURIComponent(value));
    if (place === 'query' && required) query.set(name, value);
  }
  const server = (document.servers?.[0]?.url ?? '').replace(/\/+$/, '');
  const base = /^https?:/.test(server) ? server : baseUrl.replace(/\/+$/, '') + server;
  const lines = [
    `curl ${listed.method === 'GET' ? '' : `-X ${listed.method} `}${quoteForShell(base + path + (query.size > 0 ? `?${query}` : ''))}`,
  ];
  if (!isPublic(listed.operation)) {
    lines.push('-H "Authorization: Bearer $SETTLEMENTS_TOKEN"');
  }
  const schema = schemaOf(listed.body);
  if (schema) {
    lines.push(
      "-H 'Content-Type: application/json'",
      `-d ${quoteForShell(JSON.stringify(createExample(document, schema)))}`,
    );
  }
  return lines.join(' \\\n  ');
}
