import {
  beginTest,
  type SequentialTest,
  verdictOf,
  withEvidence,
} from '../../../server/src/market/verification/sequential-test.ts'
import { Chance } from '../../load/chance.ts'
import { drawCheck, type Measured } from './measured.ts'

export interface Life {
  /** Checks until it was refused; undefined where it never was. */
  refused: number | undefined
  /** Checks until it was first verified. */
  verified: number | undefined
}

export interface LifeOptions {
  measured: Measured
  honest: string
  cheat: string
  /** The part of checks that are of greedy texts: checks look like what customers ask for. */
  greedy: number
  /** The part of checks to which the reference answers too. */
  paired: number
  /** The part of its jobs that it spoils. */
  spoils: number
  /** Checks that it answers honestly first. */
  after: number
  most: number
}

/** One host's checks, one after the other, under the server's own test. */
export function liveOnce(options: LifeOptions, chance: Chance): Life {
  const { measured, honest, cheat, spoils, after, most } = options
  let test: SequentialTest = beginTest()
  let verified: number | undefined
  for (let check = 1; check <= most; check++) {
    const cheats = check > after && chance.next() < spoils
    test = withEvidence(test, drawCheck(measured, cheats ? cheat : honest, options, chance))
    const verdict = verdictOf(test)
    if (verdict === 'refused') return { refused: check - after, verified }
    if (verdict === 'verified') verified ??= check
  }
  return { refused: undefined, verified }
}

export interface Lives {
  cheat: string
  worlds: number
  median: number | undefined
  p95: number | undefined
  /** The part of worlds in which it was found within 40 checks, and at all. */
  within40: number
  ever: number
  verified: number
}

export function manyLives(options: LifeOptions, worlds: number, seed: number): Lives {
  const lives = Array.from({ length: worlds }, (_, world) => liveOnce(options, new Chance(seed, options.cheat, world)))
  const found = lives.map(({ refused }) => refused ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b)
  const at = (part: number) => {
    const one = found[Math.min(worlds - 1, Math.ceil(part * worlds) - 1)]
    return one === undefined || one === Number.POSITIVE_INFINITY ? undefined : one
  }
  const share = (holds: (life: Life) => boolean) => lives.filter(holds).length / worlds
  return {
    ...{ cheat: options.cheat, worlds, median: at(0.5), p95: at(0.95) },
    within40: share(({ refused }) => (refused ?? 41) <= 40),
    ever: share(({ refused }) => refused !== undefined),
    verified: share(({ verified }) => verified !== undefined),
  }
}
