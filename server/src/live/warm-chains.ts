import type { Eventually } from '../base/eventually.ts'

/** So long an engine is held to have what it has read; longer ones are likely to have given the room to others. */
export const WARM_MS = 600_000

/** Which hosts have read which beginnings of prompts, by hashes of these. Nothing depends on it but speed. */
export interface WarmChains {
  /** The host has read them, as of now. */
  note(hashes: readonly string[], host_id: string): void
  /** The hosts of the first that any host has read within WARM_MS. Never rejects. */
  hostsOf(hashes: readonly string[]): Eventually<readonly string[]>
}
