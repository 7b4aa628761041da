import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { assess } from '../../server/src/documents/risk/assess.ts'
import { circumstancesOf } from '../../server/src/documents/risk/circumstances.ts'
import { Chance } from './chance.ts'
import { addTally, judge, type Tally, tally } from './judge.ts'
import { notPrinted } from './printed-at.ts'
import type { Generator } from './specimen.ts'
import { TAMPERINGS } from './tamper.ts'

/** What became of some documents. */
export interface Figures {
  documents: number
  /** Documents of the right type. */
  types: number
  fields: Tally
  rows: Tally
  clean: number
  /** Clean ones at MEDIUM or above. */
  alarms: number
  flagged: number
  /** Flagged ones at MEDIUM or above. */
  caught: number
  ms: number
  /** A line for each fault. */
  faults: string[]
  /** A line for each value that does not stand on the page at its box. */
  unprinted: string[]
}

/** Reads and judges one document of each seed. */
export async function figuresOf(generator: Generator, seeds: readonly number[]): Promise<Figures> {
  const sum = noFigures()
  for (const seed of seeds) addFigures(sum, await figuresOfOne(generator, seed))
  return sum
}

export function noFigures(): Figures {
  const counts = { documents: 0, types: 0, clean: 0, alarms: 0, flagged: 0, caught: 0, ms: 0 }
  return { ...counts, fields: tally(), rows: tally(), faults: [], unprinted: [] }
}

export function addFigures(sum: Figures, more: Figures): void {
  for (const key of ['documents', 'types', 'clean', 'alarms', 'flagged', 'caught', 'ms'] as const) sum[key] += more[key]
  addTally(sum.fields, more.fields)
  addTally(sum.rows, more.rows)
  sum.faults.push(...more.faults)
  sum.unprinted.push(...more.unprinted)
}

async function figuresOfOne(generator: Generator, seed: number): Promise<Figures> {
  const { bytes, truth } = await generator(new Chance(seed))
  const began = performance.now()
  const { reading, parts, flags } = await runPipeline(bytes)
  const { level } = assess(flags, circumstancesOf(reading, parts))
  const ms = performance.now() - began
  const [part] = parts
  if (!part) throw new Error(`seed ${seed}: nothing was found, not even a type`)
  const { type, fields, rows, faults } = judge(truth, part)
  const [clean, up] = [truth.risk === 'clean', level !== 'LOW']
  if (clean === up) faults.push(`${truth.risk} but ${level}: ${flags.map(({ code }) => code).join(' ')}`)
  return {
    documents: 1,
    types: type ? 1 : 0,
    fields,
    rows,
    clean: clean ? 1 : 0,
    alarms: clean && up ? 1 : 0,
    flagged: clean ? 0 : 1,
    caught: !clean && up ? 1 : 0,
    ms,
    faults: faults.map((fault) => `${seed}: ${fault}`),
    unprinted: notPrinted(reading, parts),
  }
}

/** Forged in one of the ways that can be done to it, the seed chooses which; as it is where none can. */
export function tampered(generator: Generator): Generator {
  return async (chance) => {
    const specimen = await generator(chance)
    const ways = Object.values(TAMPERINGS)
    const start = chance.whole(0, ways.length - 1)
    for (let i = 0; i < ways.length; i++) {
      const forged = await ways[(start + i) % ways.length]?.(specimen, chance)
      if (forged) return forged
    }
    return specimen
  }
}
