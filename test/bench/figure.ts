import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { median, type Sample } from './measure.ts'

export interface Ratio {
  member: keyof Sample
  /** Ours by theirs: the median over the rounds, which are paired. */
  ratio: number
  met: boolean | undefined
}

export interface Figure {
  name: string
  what: string
  anchor: string
  goal: string
  ours: Sample[]
  theirs: Sample[]
  ratios: Ratio[]
}

/** The median of the ratios of paired rounds, and whether it meets the goal where there is one. */
export function ratioOf(
  member: keyof Sample,
  ours: readonly Sample[],
  theirs: readonly Sample[],
  meets?: (ratio: number) => boolean,
): Ratio {
  const ratio = median(ours.map((sample, at) => (sample[member] ?? Number.NaN) / (theirs[at]?.[member] ?? Number.NaN)))
  return { member, ratio, met: meets?.(ratio) }
}

export function freshFolder(under: string) {
  const path = mkdtempSync(join(under, 'mkt-bench-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
