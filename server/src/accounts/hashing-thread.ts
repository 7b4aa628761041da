import { argon2Sync } from 'node:crypto'
import type { Derivation } from './passwords.ts'

/** What a thread of hashing-threads.ts runs: it may block, that is what it is there for. */
export default function derive({ algorithm, ...parameters }: Derivation): Uint8Array {
  return argon2Sync(algorithm, parameters)
}
