import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { WebSocket } from 'undici';
import type { AddressPolicy } from './address-policy.ts';
import { type ConnectRules, connectChecked } from './connect.ts';
import { withDeadline } from './deadline.ts';
import { type FetchOptions, type FetchResponse, fetchChecked } from './fetch.ts';
import { type OutboundReason, OutboundRefusal } from './outbound-refusal.ts';
import { findPermanentObstacle, type TargetAddress } from './reachability.ts';
import { type Lookup, lookupPublic, lookupSystem } from './resolve.ts';
import { openCheckedWebSocket, type WebSocketOptions } from './websocket.ts';

export type { FetchOptions, FetchResponse as FetchAnswer } from './fetch.ts';
export { type OutboundReason, OutboundRefusal } from './outbound-refusal.ts';
export type { Lookup } from './resolve.ts';
export type { WebSocketOptions } from './websocket.ts';

export interface GuardOptions extends AddressPolicy {
  /** TLS only, whatever a single request asks for. */
  readonly httpsOnly?: boolean;
  readonly lookup?: Lookup;
  readonly ca?: readonly string[];
}

export interface ConnectOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export interface Guard {
  guardedFetch(url: string, options: FetchOptions): Promise<FetchResponse>;
  guardedConnect(
    host: string,
    port: number,
    tls: boolean,
    options?: ConnectOptions,
  ): Promise<Socket | TLSSocket>;
  guardedWebSocket(url: string, options: WebSocketOptions): Promise<WebSocket>;
  /** Why it can never be connected to, decided without network access; null: it may be tried. */
  findPermanentObstacle(target: TargetAddress): OutboundReason | null;
}

const defaultConnectMs = 10_000;

/** The only way the service connects to a user-supplied address. */
export function createGuard(options: GuardOptions): Guard {
  const rules: ConnectRules = {
    allowPrivate: options.allowPrivate,
    allowLoopback: options.allowLoopback ?? false,
    lookup: options.lookup ?? (options.allowPrivate ? lookupSystem : lookupPublic),
    ...(options.ca ? { ca: options.ca } : {}),
  };
  const always = options.httpsOnly ? { httpsOnly: true } : {};
  return {
    guardedFetch: (url, request) => fetchChecked(url, { ...request, ...always }, rules),
    async guardedConnect(host, port, tls, { timeoutMs = defaultConnectMs, signal } = {}) {
      if (options.httpsOnly && !tls) throw new OutboundRefusal('https_only');
      return await withDeadline(timeoutMs, signal, (inner) =>
        connectChecked({ host, port, tls }, rules, inner),
      );
    },
    guardedWebSocket: (url, request) => openCheckedWebSocket(url, { ...request, ...always }, rules),
    findPermanentObstacle: (target) => findPermanentObstacle(target, rules),
  };
}
