import type { Eventually } from '../base/eventually.ts'

/** How a counter stands: what is counted in its window, and the time to the end of that. */
export interface Counted {
  points: number
  ms_left: number
}

/** Counts events by key in windows of time; a window begins with its first event. */
export interface WindowLimit {
  /** Counts one event, or as many points; where that is over the limit, how it stands. */
  consume(key: string, points?: number): Promise<Counted | undefined>
  /** Takes one event back. */
  reward(key: string): Promise<void>
  /** How a key stands; undefined where nothing is counted. */
  get(key: string): Promise<Counted | undefined>
}

/** A bucket of tokens for each key: full at first, refilled steadily, empty where too much is taken at once. */
export interface Buckets {
  /** Takes one token; where there is none, answers in how many seconds there will be. */
  take(key: string): Eventually<number | undefined>
}

/** Where limits are counted: in this process, or in a place that servers share. A name has one meaning everywhere. */
export interface RateLimits {
  window(name: string, bound: { points: number; seconds: number }): WindowLimit
  buckets(name: string, pace: { perSecond: number; burst: number }): Buckets
}
