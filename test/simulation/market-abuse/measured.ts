import { readFileSync } from 'node:fs'
import { type EvidenceKind, levelOf } from '../../../server/src/market/verification/evidence-tables.ts'
import type { Observation } from '../../../server/src/market/verification/sequential-test.ts'
import type { Chance } from '../../load/chance.ts'

/** What one check came to, by what was measured. */
export type Measures = Partial<Record<EvidenceKind, number>>

/** By what the host serves: checks of greedy and of sampled texts. */
export type Measured = Record<string, { greedy?: Measures[]; sampled?: Measures[] }>

const read = (file: string) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as Measured

/** On the tiny models, by measure.ts. */
export const readTiny = () => read('./measured.json')
/** On a model of 97 million weights that was trained, on an H100: see the README. */
export const readTrained = () => read('./measured-trained.json')

/** A check of a host that serves this, drawn from those that were measured; `greedy` is the part of greedy texts. */
export function drawCheck(measured: Measured, serves: string, greedy: number, chance: Chance): Observation[] {
  const of = measured[serves]
  const checks = chance.next() < greedy ? of?.greedy : of?.sampled
  if (!checks?.length) throw new Error(`nothing was measured of ${serves}`)
  return (Object.entries(chance.pick(checks)) as [EvidenceKind, number][]).map(([kind, value]) => ({
    kind,
    level: levelOf(kind, value),
  }))
}
