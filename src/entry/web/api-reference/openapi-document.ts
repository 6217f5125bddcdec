/** The parts of an OpenAPI 3.1 document that the reference page reads; everything may be missing. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
};

export type Parameter = {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  readonly example?: unknown;
};

type Content = Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;
export type Body = { readonly $ref?: string; readonly description?: string; readonly content?: Content };

export type Operation = {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses?: Readonly<Record<string, Body>>;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly 'x-mcp-audiences'?: readonly string[];
};

type PathItem = Readonly<Record<string, unknown>> & { readonly parameters?: readonly Parameter[] };

export type OpenApiDocument = {
  readonly info?: { readonly title?: string; readonly version?: string; readonly description?: string };
  readonly servers?: readonly { readonly url?: string }[];
  readonly tags?: readonly { readonly name?: string; readonly description?: string }[];
  readonly paths?: Readonly<Record<string, PathItem>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
};

export type ListedOperation = {
  readonly id: string;
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly parameters: readonly Parameter[];
  readonly body: Body | undefined;
};

const methods = ['get', 'post', 'put', 'patch', 'delete'];

export function listOperations(document: OpenApiDocument): ListedOperation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method] as Operation | undefined;
      if (!operation) return [];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      return {
        id: operation.operationId ?? `${method} ${path}`,
        tag: operation.tags?.[0] ?? '',
        method: method.toUpperCase(),
        path,
        operation,
        parameters: parameters.map((parameter) => resolveReference(document, parameter)),
        body: operation.requestBody && resolveReference(document, operation.requestBody),
      };
    }),
  );
}

/** Follows a `$ref` within the document, at most 8 steps: a cycle must not hang the page. */
export function resolveReference<T extends { readonly $ref?: string }>(
  document: OpenApiDocument,
  part: T,
): T {
  let found = part;
  for (let step = 0; step < 8 && found.$ref?.startsWith('#/'); step += 1) {
    const keys = found.$ref
      .slice(2)
      .split('/')
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    let target: unknown = document;
    for (const key of keys) {
      target =
        typeof target === 'object' && target && Object.hasOwn(target, key) ? Reflect.get(target, key) : null;
    }
    if (typeof target !== 'object' || !target) return found;
    found = target as T;
  }
  return found;
}

export function schemaOf(body: Body | undefined): Schema | undefined {
  return body?.content?.['application/json']?.schema ?? Object.values(body?.content ?? {})[0]?.schema;
}

/** Required scopes; empty when public. */
export function scopesOf(operation: Operation): string[] {
  const named = (operation.security ?? []).flatMap((requirement) => Object.values(requirement).flat());
  return [...new Set(named)];
}

/** No security requirement, or an empty one among the alternatives (OpenAPI 3.1, Security Requirement Object). */
export function isPublic({ security = [] }: Operation): boolean {
  return security.length === 0 || security.some((requirement) => Object.keys(requirement).length === 0);
}

export function refName(schema: Schema): string | undefined {
  return schema.$ref?.match(/^#\/components\/schemas\/(.+)$/)?.[1];
}
