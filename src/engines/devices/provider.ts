import type { z } from 'zod';
import type { Secret } from '../../base/encryption/secret-box.ts';
import type { Guard } from '../outbound/guard.ts';
import type { Aggregation, KindName, ValueType } from './sensor-normalization.ts';

export interface SensorDescription {
  readonly key: string;
  readonly rawKey: string;
  readonly kind: KindName | '';
  readonly valueType: ValueType;
  readonly aggregation: Aggregation;
  readonly unit: string;
}

export interface DeviceDescription {
  readonly key: string;
  readonly name: string;
  readonly manufacturer: string | null;
  readonly model: string | null;
  readonly firmware: string | null;
  /** Integration: home_assistant, zigbee2mqtt, mqtt, json_http, push, manual. */
  readonly operator: string;
  readonly category: string;
  readonly accessKind: 'read';
  readonly sensors: readonly SensorDescription[];
}

export interface Reading {
  readonly deviceKey: string;
  readonly sensorKey: string;
  readonly number: number | null;
  readonly text: string | null;
  readonly measuredAt: Date;
}

export interface Snapshot {
  /** From a poll: every device. From a subscription: those that are new or changed. */
  readonly devices: readonly DeviceDescription[];
  readonly readings: readonly Reading[];
  /** Number of sensors and readings dropped because of the limits. */
  readonly leftOut: number;
}

export interface Connection<Settings> {
  readonly id: string;
  readonly settings: Settings;
  readonly secret: Secret | null;
}

export interface ProviderIo {
  readonly guard: Guard;
  readonly now: () => Date;
  /** A subscription then describes devices as a poll does, so that sensors keep their identity between both. */
  readonly describesAsPolled?: boolean;
}

export type OnSnapshot = (snapshot: Snapshot) => void | Promise<void>;

/**
 * A kind of source with `poll`, `subscribe`, both, or neither if it pushes or is typed by people. `subscribe` stays pending while connected
 * and rejects when the connection is lost; retrying is up to the caller.
 */
export interface Provider<Settings = unknown> {
  readonly name: string;
  /** `made`: the service generates a token and shows it once. */
  readonly secret: 'required' | 'optional' | 'made' | 'none';
  readonly settings: z.ZodType<Settings>;
  poll?(connection: Connection<Settings>, io: ProviderIo, signal: AbortSignal): Promise<Snapshot>;
  subscribe?(
    connection: Connection<Settings>,
    io: ProviderIo,
    onSnapshot: OnSnapshot,
    signal: AbortSignal,
  ): Promise<void>;
}
