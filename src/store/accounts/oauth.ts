import type { Db } from '../../base/db/connect.ts';
import type { Scope } from '../../domain/kernel/caller.ts';

export interface ClientRow {
  id: string;
  kind: 'registered' | 'document';
  name: string;
  redirectUris: string[];
  freshUntil: Date | null;
}

export interface GrantRow {
  id: string;
  accountId: string;
  clientId: string;
  issuer: string;
  resource: string;
  scopes: Scope[];
  revokedAt: Date | null;
}

export async function findClient(db: Db, id: string): Promise<ClientRow | undefined> {
  const [row] = await db<ClientRow[]>`
    select id, kind, name, redirect_uris as "redirectUris", fresh_until as "freshUntil" from oauth_client where id = ${id}`;
  return row;
}

export async function saveClient(
  db: Db,
  client: {
    id: string;
    kind: 'registered' | 'document';
    name: string;
    redirectUris: readonly string[];
    applicationType: 'native' | 'web';
    document: object | null;
    freshUntil: Date | null;
    now: Date;
  },
): Promise<void> {
  const document = client.document === null ? null : db.json(client.document as never);
  await db`
    insert into oauth_client (id, kind, name, redirect_uris, application_type, document, fresh_until, created_at)
    values (${client.id}, ${client.kind}, ${client.name}, ${[...client.redirectUris]}, ${client.applicationType}, ${document},
            ${client.freshUntil}, ${client.now})
    on conflict (id) do update
      set name = excluded.name, redirect_uris = excluded.redirect_uris, document = excluded.document, fresh_until = excluded.fresh_until
      where oauth_client.kind = 'document'`;
}

export async function insertGrant(
  db: Db,
  grant: {
    id: string;
    accountId: string;
    clientId: string;
    clientName: string;
    clientHost: string;
    issuer: string;
    resource: string;
    scopes: readonly Scope[];
    now: Date;
  },
): Promise<void> {
  await db`
    insert into oauth_grant (id, account_id, client_id, client_name, client_host, issuer, resource, scopes, created_at)
    values (${grant.id}, ${grant.accountId}, ${grant.clientId}, ${grant.clientName}, ${grant.clientHost}, ${grant.issuer},
            ${grant.resource}, ${[...grant.scopes]}, ${grant.now})`;
  await db`update oauth_client set last_used_at = ${grant.now} where id = ${grant.clientId}`;
}

export async function insertCode(
  db: Db,
  code: { hash: Buffer; grantId: string; redirectUri: string; challenge: string; now: Date; expiresAt: Date },
): Promise<void> {
  await db`
    insert into oauth_code (token_hash, grant_id, redirect_uri, code_challenge, created_at, expires_at)
    values (${code.hash}, ${code.grantId}, ${code.redirectUri}, ${code.challenge}, ${code.now}, ${code.expiresAt})`;
}

const grantColumns = (db: Db) => db`
  g.id, g.account_id as "accountId", g.client_id as "clientId", g.issuer, g.resource, g.scopes, g.revoked_at as "revokedAt"`;

/** Locks the grant, so that tokens are issued from it one at a time. */
export async function lockGrantOfCode(db: Db, hash: Buffer): Promise<GrantRow | undefined> {
  const [row] = await db<GrantRow[]>`
    select ${grantColumns(db)} from oauth_grant g
     where g.id = (select grant_id from oauth_code where token_hash = ${hash}) for update`;
  return row;
}

export async function lockGrantOfToken(db: Db, hash: Buffer): Promise<GrantRow | undefined> {
  const [row] = await db<GrantRow[]>`
    select ${grantColumns(db)} from oauth_grant g
     where g.id = (select grant_id from oauth_token where token_hash = ${hash}) for update`;
  return row;
}

export interface CodeRow {
  redirectUri: string;
  challenge: string;
  expiresAt: Date;
  usedAt: Date | null;
}

export async function findCode(db: Db, hash: Buffer): Promise<CodeRow | undefined> {
  const [row] = await db<CodeRow[]>`
    select redirect_uri as "redirectUri", code_challenge as challenge, expires_at as "expiresAt", used_at as "usedAt"
      from oauth_code where token_hash = ${hash}`;
  return row;
}

export async function markCodeUsed(db: Db, hash: Buffer, now: Date): Promise<void> {
  await db`update oauth_code set used_at = ${now} where token_hash = ${hash}`;
}

export interface OauthTokenRow {
  kind: 'access' | 'refresh';
  expiresAt: Date;
  usedAt: Date | null;
  successor: Buffer | null;
  revokedAt: Date | null;
}

export async function findToken(db: Db, hash: Buffer): Promise<OauthTokenRow | undefined> {
  const [row] = await db<OauthTokenRow[]>`
    select kind, expires_at as "expiresAt", used_at as "usedAt", successor, revoked_at as "revokedAt"
      from oauth_token where token_hash = ${hash}`;
  return row;
}

export async function insertOauthToken(
  db: Db,
  token: {
    id: string;
    kind: 'access' | 'refresh';
    hash: Buffer;
    grantId: string;
    scopes: readonly Scope[];
    now: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await db`
    insert into oauth_token (id, kind, token_hash, grant_id, scopes, created_at, expires_at)
    values (${token.id}, ${token.kind}, ${token.hash}, ${token.grantId}, ${[...token.scopes]}, ${token.now}, ${token.expiresAt})`;
}

export async function markTokenRotated(db: Db, hash: Buffer, successor: Buffer, now: Date): Promise<void> {
  await db`update oauth_token set used_at = ${now}, successor = ${successor} where token_hash = ${hash}`;
}

export async function revokeToken(db: Db, hash: Buffer, now: Date): Promise<void> {
  await db`update oauth_token set revoked_at = ${now} where token_hash = ${hash} and revoked_at is null`;
}

/** Invalidates every token of the grant: each lookup checks the grant. */
export async function revokeGrant(db: Db, grantId: string, now: Date): Promise<void> {
  await db`update oauth_grant set revoked_at = ${now} where id = ${grantId} and revoked_at is null`;
}

export interface ApplicationRow {
  clientId: string;
  /** One of its grants, used as the identifier in forms. */
  grantId: string;
  name: string;
  host: string;
  kind: 'registered' | 'document';
  scopes: Scope[];
  since: Date;
  lastUsedAt: Date | null;
}

export async function listApplications(db: Db, accountId: string): Promise<ApplicationRow[]> {
  return db<ApplicationRow[]>`
    select g.client_id as "clientId", max(g.id) as "grantId", (array_agg(g.client_name order by g.id desc))[1] as name,
           (array_agg(g.client_host order by g.id desc))[1] as host, c.kind,
           (select array_agg(distinct scope order by scope) from oauth_grant x, unnest(x.scopes) scope
             where x.account_id = ${accountId} and x.client_id = g.client_id and x.revoked_at is null) as scopes,
           min(g.created_at) as since, max(g.last_used_at) as "lastUsedAt"
      from oauth_grant g join oauth_client c on c.id = g.client_id
     where g.account_id = ${accountId} and g.revoked_at is null
     group by g.client_id, c.kind order by max(g.id) desc limit 200`;
}

/** Revokes every grant of the account to the application of this grant. */
export async function revokeApplication(
  db: Db,
  accountId: string,
  grantId: string,
  now: Date,
): Promise<number> {
  const rows = await db`
    update oauth_grant set revoked_at = ${now}
     where account_id = ${accountId} and revoked_at is null
       and client_id = (select client_id from oauth_grant where id = ${grantId} and account_id = ${accountId})
    returning 1`;
  return rows.length;
}
