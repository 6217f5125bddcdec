/** Command-line options; each stress test uses some of them. */
export interface StressTestOptions {
  seed: number;
  /** Number of kills. */
  times: number;
  /** Duration of fault injection. */
  minutes: number;
  seconds: number;
  /** The short variant that CI runs. */
  short: boolean;
  /** Run only the phase without rate limits. */
  unlimited: boolean;
  /** A built checkout whose service is tested instead of this one; empty: this one. */
  service: string;
  /** The machine is busy: timing is reported but does not fail the run. */
  busy: boolean;
  /** A commit with the version to upgrade from; empty: no upgrade. */
  previous: string;
  /** Folder for the state, so that the run can be resumed; empty: temporary. */
  folder: string;
  /** Backups are made meanwhile. */
  backups: boolean;
  count: number;
  /** How many requests are generated but not sent first, to reproduce a certain one. */
  skip: number;
  connections: number;
  slowest: number;
  /** Runs only cases whose name contains this; empty: all. */
  only: string;
  /** Ways in which statements fail, separated by commas; empty: all. */
  ways: string;
}

export interface StressTest {
  name: string;
  /** One line for --help. */
  summary: string;
  /** Resolves to true when nothing was found. */
  run(options: StressTestOptions): Promise<boolean>;
}
