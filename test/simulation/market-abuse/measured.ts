import { readFileSync } from 'node:fs'
import { type EvidenceKind, levelOf } from '../../../server/src/market/verification/evidence-tables.ts'
import { excessOf, scoreOf } from '../../../server/src/market/verification/scored-text.ts'
import type { Observation } from '../../../server/src/market/verification/sequential-test.ts'
import type { Chance } from '../../load/chance.ts'

/** What one check came to, by what was measured. */
export type Measures = Partial<Record<EvidenceKind, number>>

/** By what the host serves: checks of greedy and of sampled texts. */
export type Measured = Record<string, { greedy?: Measures[]; sampled?: Measures[] }>

const read = (file: string) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as Measured

/** On the tiny models, by measure.ts. */
export const readTiny = () => read('./measured.json')
/** On models of about 100 million weights that were trained, on an H100: see the README. */
export function readTrained(): Measured {
  const texts = read('./measured-trained.json')
  const measured = { ...texts }
  // No rounding of weights that is milder than four bits moves what sampled texts show.
  for (const [name, greedy] of Object.entries(greedyByGaps()))
    measured[name] = { greedy, sampled: texts[name]?.sampled ?? texts.int8?.sampled ?? [] }
  return measured
}

/** Tokens of each text that measure-gaps.py had written. */
const TOKENS = 128

/** Greedy texts by how far their tokens lie below the reference's likeliest, judged by the server's own rule. */
function greedyByGaps(): Record<string, Measures[]> {
  const gaps = JSON.parse(readFileSync(new URL('./measured-gaps.json', import.meta.url), 'utf8'))
  return Object.fromEntries(
    Object.entries(gaps as Record<string, number[][]>).map(([engine, texts]) => [engine, texts.map(missesOf)]),
  )
}

function missesOf(gaps: readonly number[]): Measures {
  const tokens = Array.from({ length: TOKENS }, (_, at) => ({ logprob: -(gaps[at] ?? 0), best: 0 }))
  const score = scoreOf(tokens)
  return { greedy_misses: (score && excessOf(score, undefined, true))?.value ?? 0 }
}

/** What only the reference's own answer to the same prompt shows. */
const OF_PAIRS: readonly string[] = ['agreement', 'plausibility'] satisfies EvidenceKind[]
/** Tokens are counted without it, and to texts that end early the reference answers each time. */
const ALWAYS_SHOWN = ['padded tokens', 'truncated']

/**
 * A check of a host that serves this, drawn from those that were measured; `greedy` is the part of greedy texts,
 * `paired` of those to which the reference answers too.
 */
export function drawCheck(
  measured: Measured,
  serves: string,
  { greedy, paired }: { greedy: number; paired: number },
  chance: Chance,
): Observation[] {
  const of = measured[serves]
  const checks = chance.next() < greedy ? of?.greedy : of?.sampled
  if (!checks?.length) throw new Error(`nothing was measured of ${serves}`)
  const alone = chance.next() >= paired && !ALWAYS_SHOWN.includes(serves)
  return (Object.entries(chance.pick(checks)) as [EvidenceKind, number][])
    .filter(([kind]) => !(alone && OF_PAIRS.includes(kind)))
    .map(([kind, value]) => ({ kind, level: levelOf(kind, value) }))
}
