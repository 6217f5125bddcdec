import { scopes } from '../../domain/kernel/caller.ts';
import { type Audience, audiences } from '../../domain/kernel/operation.ts';

/** The URL of an audience's MCP server at the host of the request. */
export function buildResourceUrl(origin: string, audience: Audience): string {
  return `${origin}/mcp/${audience}`;
}

/** The audience of a resource URL at this host, or null. */
export function findAudienceOfResource(origin: string, resource: string): Audience | null {
  return audiences.find((audience) => buildResourceUrl(origin, audience) === resource) ?? null;
}

export function describeAuthorizationServer(origin: string): Record<string, unknown> {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    registration_endpoint: `${origin}/oauth/register`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    scopes_supported: [...scopes],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${origin}/connect`,
    ui_locales_supported: ['ru', 'en'],
  };
}

export function describeResource(origin: string, audience: Audience): Record<string, unknown> {
  return {
    resource: buildResourceUrl(origin, audience),
    authorization_servers: [origin],
    scopes_supported: [...scopes],
    bearer_methods_supported: ['header'],
    resource_name: `Settlements: ${audience}`,
    resource_documentation: `${origin}/connect`,
  };
}
