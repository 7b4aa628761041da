import type { Chance } from './chance.ts'

/** How the checks of a round come one after the other. */
export interface Spread {
  within_ms: number
  /** False where the server stops meanwhile: then no more of them begin. */
  wait(ms: number): Promise<boolean>
}

/**
 * The pauses before each of so many checks, by chance, of together no more than so many milliseconds: what comes to all
 * hosts of one owner in one moment tells them that it is a check. Pure but for the chance.
 */
export function pausesWithin(within_ms: number, checks: number, chance: Chance): number[] {
  const moments = Array.from({ length: checks }, () => chance() * within_ms).sort((a, b) => a - b)
  return moments.map((moment, at) => moment - (moments[at - 1] ?? 0))
}
