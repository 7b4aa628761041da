import type { Eventually } from '../../base/eventually.ts'
import type { Tx } from '../../storage/database.ts'
import type { JobRow } from '../jobs/store.ts'
import type { Candidate } from './rank.ts'
import type { ClaimingHost } from './work-store.ts'

/** A long poll that is parked: its host as last read, and how to make it look for work. */
export interface Poll {
  host: ClaimingHost
  /** What it may be offered, by model. */
  models: ReadonlyMap<string, Served>
  instance: string | null
  /** Its number, where its agent gives them one. */
  number?: number | undefined
  /** Someone is looking for work on its behalf right now. */
  busy: boolean
  /** Something changed while it was busy: it must look once more. */
  stale: boolean
  /** Looks for work; resolves true when it got a job. Never rejects. `rivals` is asked only when there is one. */
  look: (rivals: Rivals) => Promise<boolean>
  /** Claims a job like this one in a transaction that `begin` makes; resolves with it. Never rejects. */
  take: (begin: Begin, job: WantedJob, rivals: Rivals) => Promise<{ job_id: string } | undefined>
  /** Ends the poll as if its time were up. */
  dismiss: () => void
}

/** A model as a host serves it. */
export interface Served {
  /** What it generates at most, in tokens. */
  max_tokens: number
  /** For a token that is written, and one that is read. */
  price_nano: bigint
  input_price_nano: bigint
  /** What it can do with it. */
  capabilities: number
}

/** Runs a unit of work of its own: right behind another one, in the same wait for the disk, or by itself. */
export type Begin = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** The other hosts that wait for the same work. */
export type Rivals = () => readonly Candidate[]

/** For a poll that looks by itself, not because a job was offered to several. */
export const NO_RIVALS: Rivals = () => []

/** The hosts that wait for work. A poll is parked with the server that it came to; what others say reaches it too. */
export interface Waiting {
  /**
   * Parks a poll; beyond a bound the host's oldest one is ended. Once it is done every job that is queued from then on
   * meets it: what was queued before it must look for.
   */
  park(poll: Poll): Eventually<void>
  leave(poll: Poll): void
  /** The polls of a host that are parked here. */
  ofHost(hostId: string): Poll[]
  /** Makes the polls of a host look again, since what it may claim changed. */
  wakeHost(hostId: string): Promise<void>
  /** Ends the polls of a host whose models or price changed: it asks again, on the new terms. */
  refresh(hostId: string): void
  /** A host holds one job less: its polls that could be offered nothing because it held all that it may ask again. */
  freed(hostId: string): void
  /** Makes all that are parked here look once. */
  lookAround(): Promise<void>
  /** Ends all polls with no job: the server stops. */
  dismiss(): void
  /** Whether hosts may wait for the model, here or elsewhere: among them matters who has read a prompt. */
  mayWaitFor(model: string): boolean
  /**
   * Hands a job that a transaction is queuing to the best of the hosts that wait for one like it: the claim follows in
   * the same wait for the disk, so that a pickup costs one and not two. Where nobody takes it, it waits in its queue.
   */
  handOver(tx: Tx, job: WantedJob): void
  /** The host has read the job's prompt, and the job was kept for it: see ParkedPolls. */
  isKeptFor(job_id: string, host_id: string): boolean
  /**
   * A job is in its queue again: whoever waits for one like it may have it. One that has a text to go on with is taken
   * to hosts first that were shown to run the model, whatever they ask within its limit: what is there was paid for.
   */
  requeued(job: { job_id: string; model: string; continues: boolean }): void
  /** Hands over again what nobody was told of, since a server ended in between. */
  handMissed(): Promise<void>
}

export type WantedJob = Pick<
  JobRow,
  | 'job_id'
  | 'model'
  | 'max_tokens'
  | 'price_cap_nano'
  | 'input_cap_nano'
  | 'target_host_id'
  | 'only_hosts'
  | 'not_hosts'
  | 'needs'
> & {
  /** Hosts that have read the beginning of its prompt of late. */
  warm?: readonly string[] | undefined
  prompt_bytes?: number
}
