/*
 * How well generated documents are read and judged, as a table by generator:
 *
 *   npm run documents -- [--seeds 1000-1019] [--only NAME,...] [--scan] [--tamper] [--faults]
 *
 * Seeds from 1000 on were not used while the rules were written. `--scan` prints each document and scans it badly,
 * `--tamper` forges it in a way that the seed chooses, `--faults` lists what was wrong.
 */
import { parseArgs } from 'node:util'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { assess } from '../../server/src/documents/risk/assess.ts'
import { circumstancesOf } from '../../server/src/documents/risk/circumstances.ts'
import { Chance } from './chance.ts'
import { GENERATORS } from './generators.ts'
import { addTally, f1, judge, tally } from './judge.ts'
import { scanned } from './scan.ts'
import type { Generator } from './specimen.ts'
import { TAMPERINGS } from './tamper.ts'

/** Forged in one of the ways that can be done to it; as it is where none can. */
function tampered(generator: Generator): Generator {
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

const { values: flags } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000-1019' },
    only: { type: 'string' },
    scan: { type: 'boolean', default: false },
    tamper: { type: 'boolean', default: false },
    faults: { type: 'boolean', default: false },
  },
})
const [first = 1000, last = first] = flags.seeds.split('-').map(Number)
const names = flags.only?.split(',') ?? Object.keys(GENERATORS)

interface Figures {
  documents: number
  types: number
  fields: ReturnType<typeof tally>
  rows: ReturnType<typeof tally>
  /** Clean documents at MEDIUM or above, and flagged ones below it. */
  alarms: number
  clean: number
  missed: number
  flagged: number
  ms: number
}

const none = (): Figures => ({
  documents: 0,
  types: 0,
  fields: tally(),
  rows: tally(),
  alarms: 0,
  clean: 0,
  missed: 0,
  flagged: 0,
  ms: 0,
})

async function measure(name: string, generator: Generator, figures: Figures, all: Figures): Promise<void> {
  for (let seed = first; seed <= last; seed++) {
    const { bytes, truth } = await generator(new Chance(seed))
    const began = performance.now()
    const { reading, slips, flags: raised } = await runPipeline(bytes)
    const { level } = assess(raised, circumstancesOf(reading, slips))
    const ms = performance.now() - began
    const slip = slips[0]
    if (!slip) throw new Error(`${name} ${seed}: no slip`)
    const verdict = judge(truth, slip)
    const up = level !== 'LOW'
    for (const sum of [figures, all]) {
      sum.documents++
      sum.ms += ms
      if (verdict.type) sum.types++
      addTally(sum.fields, verdict.fields)
      addTally(sum.rows, verdict.rows)
      sum[truth.risk === 'clean' ? 'clean' : 'flagged']++
      if (up && truth.risk === 'clean') sum.alarms++
      if (!up && truth.risk === 'flagged') sum.missed++
    }
    if (!flags.faults) continue
    for (const fault of verdict.faults) console.log(`  ${name} ${seed}: ${fault}`)
    if (up === (truth.risk === 'clean'))
      console.log(`  ${name} ${seed}: ${truth.risk} but ${level}: ${raised.map(({ code }) => code).join(' ')}`)
  }
}

function line(name: string, { documents, types, fields, rows, alarms, clean, missed, flagged, ms }: Figures): string {
  const cells = [
    documents,
    (types / documents).toFixed(3),
    f1(fields).toFixed(3),
    f1(rows).toFixed(3),
    clean === 0 ? '-' : `${alarms}/${clean}`,
    flagged === 0 ? '-' : `${flagged - missed}/${flagged}`,
    Math.round(ms / documents),
  ]
  return name.padEnd(28) + cells.map((cell) => String(cell).padStart(9)).join('')
}

console.log(
  `${'seeds '.concat(flags.seeds).padEnd(28)}${['n', 'type', 'fieldF1', 'rowF1', 'alarms', 'caught', 'ms'].map((head) => head.padStart(9)).join('')}`,
)
const all = none()
for (const name of names) {
  const generator = GENERATORS[name]
  if (!generator) throw new Error(`no generator ${name}; there are ${Object.keys(GENERATORS).join(', ')}`)
  const figures = none()
  const forged = flags.tamper ? tampered(generator) : generator
  await measure(name, flags.scan ? scanned(forged) : forged, figures, all)
  console.log(line(name, figures))
}
console.log(line('all', all))
process.exit(0)
