/** What every campaign is told; each takes what concerns it. */
export interface CampaignOptions {
  seed: number;
  /** How often something is done to the service. */
  times: number;
  /** How long something is done to it. */
  minutes: number;
  seconds: number;
  /** Only as much as is run before every change lands. */
  short: boolean;
  /** Only without the request budgets. */
  unlimited: boolean;
  /** A built checkout whose service is started instead of this one; empty: this one. */
  service: string;
  /** The machine does other things, too: what only comes of that is no complaint. */
  busy: boolean;
  /** A commit with the version to upgrade from; empty: there is no upgrade. */
  previous: string;
  /** Where the state is kept, so that the campaign can be resumed; empty: nowhere. */
  folder: string;
  count: number;
  /** How many requests at the beginning are made but not sent, to come to a certain one at once. */
  skip: number;
  connections: number;
  slowest: number;
  /** Part of the name of the cases to run; everything when empty. */
  only: string;
}

export interface Campaign {
  name: string;
  /** One line for the list. */
  summary: string;
  /** True when nothing was found. */
  run(options: CampaignOptions): Promise<boolean>;
}
