/** A cheap phone in a village: four times slower than this machine, 700 kbit/s, 300 ms away. */
export const slowdown = 4;
export const line = {
  offline: false,
  latency: 300,
  downloadThroughput: 700_000 / 8,
  uploadThroughput: 200_000 / 8,
};
