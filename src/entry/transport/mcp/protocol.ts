/** MCP versions, error codes, and which of the two protocol eras a message belongs to. */
export const modernVersion = '2026-07-28';
export const legacyVersions = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;
export const supportedVersions = [modernVersion, '2025-11-25', '2025-06-18'] as const;

export const rpcErrors = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const;

const metaPrefix = 'io.modelcontextprotocol/';
export const serverInfoKey = `${metaPrefix}serverInfo`;
const versionKey = `${metaPrefix}protocolVersion`;
export const capabilitiesKey = `${metaPrefix}clientCapabilities`;

export type RpcId = string | number;

export interface Message {
  /** Absent for a notification. */
  id: RpcId | undefined;
  method: string;
  params: Record<string, unknown>;
  era: 'modern' | 'legacy';
}

export interface ProtocolHeaders {
  version: string | undefined;
  method: string | undefined;
  name: string | undefined;
}

/** A message that is refused with this code and status before anything is done. */
export class ProtocolError extends Error {
  override name = 'ProtocolError';
  readonly code: number;
  readonly status: number;
  readonly id: RpcId | undefined;
  readonly data: unknown;
  constructor(code: number, status: number, message: string, id?: RpcId, data?: unknown) {
    super(message);
    this.code = code;
    this.status = status;
    this.id = id;
    this.data = data;
  }
}

/** Parses one message and decides its era by its envelope; the headers have to agree with it. */
export function readMessage(body: unknown, headers: ProtocolHeaders): Message {
  if (Array.isArray(body))
    throw new ProtocolError(
      rpcErrors.invalidRequest,
      400,
      'Batches are not taken: send one message a request.',
    );
  if (!isObject(body) || body.jsonrpc !== '2.0' || typeof body.method !== 'string') {
    throw new ProtocolError(
      rpcErrors.invalidRequest,
      400,
      'The body is not a JSON-RPC request or notification.',
    );
  }
  const id = readId(body);
  const { method } = body;
  if (body.params !== undefined && !isObject(body.params))
    throw new ProtocolError(rpcErrors.invalidRequest, 400, 'params must be an object.', id);
  const params = (body.params as Record<string, unknown> | undefined) ?? {};
  const meta = isObject(params._meta) ? params._meta : undefined;
  const claimsModern = meta !== undefined && versionKey in meta;
  if (!claimsModern && headers.version !== modernVersion)
    return readLegacy({ id, method, params, era: 'legacy' }, headers);
  if (id === undefined) return { id, method, params, era: 'modern' };
  checkEnvelope(meta, headers, method, id);
  checkHeaders(params, headers, method, id);
  return { id, method, params, era: 'modern' };
}

function readId(body: Record<string, unknown>): RpcId | undefined {
  if (!('id' in body)) return undefined;
  const { id } = body;
  if (typeof id === 'string' && id.length <= 1000) return id;
  if (typeof id === 'number' && Number.isSafeInteger(id)) return id;
  throw new ProtocolError(rpcErrors.invalidRequest, 400, 'id must be a string or an integer.');
}

function readLegacy(message: Message, headers: ProtocolHeaders): Message {
  const { version } = headers;
  if (version !== undefined && !(legacyVersions as readonly string[]).includes(version)) {
    throw new ProtocolError(rpcErrors.unsupportedVersion, 400, 'Unsupported protocol version', message.id, {
      supported: supportedVersions,
      requested: version,
    });
  }
  return message;
}

function checkEnvelope(
  meta: Record<string, unknown> | undefined,
  headers: ProtocolHeaders,
  method: string,
  id: RpcId,
): void {
  if (method === 'initialize' && (meta === undefined || !(versionKey in meta))) {
    throw new ProtocolError(
      rpcErrors.headerMismatch,
      400,
      'initialize belongs to earlier versions than the MCP-Protocol-Version header names.',
      id,
    );
  }
  const missing = [versionKey, capabilitiesKey].filter((key) => meta?.[key] === undefined);
  if (missing.length > 0)
    throw new ProtocolError(rpcErrors.invalidParams, 400, `_meta lacks ${missing.join(', ')}.`, id, {
      missing,
    });
  if (typeof meta?.[versionKey] !== 'string')
    throw new ProtocolError(rpcErrors.invalidParams, 400, `${versionKey} must be a string.`, id);
  if (!isObject(meta[capabilitiesKey]))
    throw new ProtocolError(rpcErrors.invalidParams, 400, `${capabilitiesKey} must be an object.`, id);
  const claimed = meta[versionKey];
  if (headers.version !== undefined && headers.version !== claimed) {
    throw new ProtocolError(
      rpcErrors.headerMismatch,
      400,
      'The MCP-Protocol-Version header and the body name different versions.',
      id,
    );
  }
  if (claimed !== modernVersion) {
    throw new ProtocolError(rpcErrors.unsupportedVersion, 400, 'Unsupported protocol version', id, {
      supported: supportedVersions,
      requested: claimed,
    });
  }
}

/** The parameter that the Mcp-Name header mirrors. */
const nameHeaderFields = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

function checkHeaders(
  params: Record<string, unknown>,
  headers: ProtocolHeaders,
  method: string,
  id: RpcId,
): void {
  const mismatch = (text: string) => new ProtocolError(rpcErrors.headerMismatch, 400, text, id);
  if (headers.version === undefined) throw mismatch('The MCP-Protocol-Version header is missing.');
  if (headers.method === undefined) throw mismatch('The Mcp-Method header is missing.');
  if (headers.method !== method) throw mismatch('The Mcp-Method header and the body name different methods.');
  const field = nameHeaderFields.get(method);
  if (field === undefined) return;
  if (headers.name === undefined) throw mismatch('The Mcp-Name header is missing.');
  if (decodeHeader(headers.name) !== params[field])
    throw mismatch(`The Mcp-Name header and params.${field} differ.`);
}

/** Values that are not valid in a header are sent as base64 between fixed marks. */
function decodeHeader(value: string): string | null {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (encoded === undefined) return value;
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.toString('base64') === encoded ? bytes.toString('utf8') : null;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The version for an earlier client: its own if supported, else our newest of that era. */
export function negotiateVersion(asked: unknown): string {
  return (legacyVersions as readonly unknown[]).includes(asked) ? (asked as string) : legacyVersions[0];
}

/** Whether a client supports form elicitation; one that declares no mode means forms. */
export function supportsFormElicitation(capabilities: unknown): boolean {
  if (!isObject(capabilities) || !isObject(capabilities.elicitation)) return false;
  const { form, url } = capabilities.elicitation;
  return form !== undefined || url === undefined;
}
