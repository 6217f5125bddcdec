/** A cheap phone: CPU four times slower than this machine, 700 kbit/s, 300 ms latency. */
export const cpuSlowdown = 4;
export const phoneNetwork = {
  offline: false,
  latency: 300,
  downloadThroughput: 700_000 / 8,
  uploadThroughput: 200_000 / 8,
};

/** A desktop at home: CPU of this machine, 10 Mbit/s, 40 ms latency. */
export const desktopNetwork = {
  offline: false,
  latency: 40,
  downloadThroughput: 10_000_000 / 8,
  uploadThroughput: 2_000_000 / 8,
};
