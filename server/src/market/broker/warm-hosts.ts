import type { Eventually } from '../../base/eventually.ts'
import type { WarmChains } from '../../live/warm-chains.ts'
import { readOptions } from '../jobs/options.ts'
import { chainOf, lookedFor, noted, type Prompted } from './prompt-chain.ts'

type Job = Prompted & { options_json: string | null }

const NOBODY: readonly string[] = []

/** Which hosts have read the beginning of a prompt of late: engines answer sooner what they have seen. */
export class WarmHosts {
  readonly #chains: WarmChains
  readonly #secret: string

  /** `secret`: what the hashes of prompts are keyed with. */
  constructor(chains: WarmChains, secret: string) {
    this.#chains = chains
    this.#secret = secret
  }

  /** Those with the longest beginning. Never rejects: nobody is warm where that cannot be found out. */
  of(job: Job): Eventually<readonly string[]> {
    const hashes = lookedFor(this.#chainOf(job))
    return hashes.length === 0 ? NOBODY : this.#chains.hostsOf(hashes)
  }

  /** A host has got the job, and reads its prompt. */
  served(job: Job, host_id: string): void {
    const hashes = noted(this.#chainOf(job))
    if (hashes.length > 0) this.#chains.note(hashes, host_id)
  }

  #chainOf(job: Job) {
    return chainOf(job, readOptions(job.options_json), this.#secret)
  }
}
