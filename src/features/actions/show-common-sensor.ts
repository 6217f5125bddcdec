import { formatTimestamp } from '../../domain/kernel/fields.ts';
import { isFresh } from '../../domain/rules/sensor-freshness.ts';
import type { CommonSensor } from '../../store/devices/common-devices.ts';

/** What a device of a settlement shows, and whether that is recent. */
export const showCommonSensor = (row: CommonSensor, now: Date) => ({
  id: row.id,
  /** Of a typed meter: the plot on whose page it is typed. */
  meterPlot: row.meterPlot,
  connectionId: row.connectionId,
  deviceName: row.deviceName,
  name: row.name,
  kind: row.kind,
  raw_key: row.rawKey,
  value_type: row.valueType,
  unit: row.unit,
  number: row.number,
  text: row.text,
  is_raised: row.isRaised,
  is_fresh: isFresh(
    {
      lastReportAt: row.reportedAt?.getTime() ?? null,
      rhythmMs: row.rhythmS === null ? null : row.rhythmS * 1000,
    },
    now.getTime(),
  ),
  measured_at: formatTimestamp(row.measuredAt),
});
