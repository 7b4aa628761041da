/*
 * How well generated documents are read and judged, as a table by generator:
 *
 *   npm run documents -- [--seeds 1000-1019] [--only NAME,...] [--scan] [--tamper] [--faults]
 *
 * `--scan` prints each document and scans it badly, `--tamper` forges it in a way that the seed chooses, `--faults`
 * lists what was wrong. Tests and calibration use seeds below 1000.
 */
import { parseArgs } from 'node:util'
import { addFigures, type Figures, figuresOf, noFigures, tampered } from './figures.ts'
import { GENERATORS } from './generators.ts'
import { f1 } from './judge.ts'
import { REAL_SLIPS } from './real-slips/index.ts'
import { scanned } from './scan.ts'
import type { Generator } from './specimen.ts'
import { WORLD_BANKS } from './world-banks/index.ts'
import { WORLD_BILLS } from './world-bills/index.ts'
import { MORE_WORLD_SLIPS, WORLD_SLIPS } from './world-slips/index.ts'

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
const seeds = Array.from({ length: last - first + 1 }, (_, at) => first + at)

const generators = { ...GENERATORS, ...REAL_SLIPS, ...WORLD_BANKS, ...WORLD_BILLS, ...WORLD_SLIPS, ...MORE_WORLD_SLIPS }

function changed(generator: Generator): Generator {
  const forged = flags.tamper ? tampered(generator) : generator
  return flags.scan ? scanned(forged) : forged
}

function line(name: string, cells: (string | number)[]): string {
  return name.padEnd(28) + cells.map((cell) => String(cell).padStart(9)).join('')
}

function cellsOf({ documents, types, fields, rows, alarms, clean, caught, flagged, ms }: Figures): (string | number)[] {
  const share = (part: number, whole: number) => (whole === 0 ? '-' : `${part}/${whole}`)
  const quality = [types / documents, f1(fields), f1(rows)].map((figure) => figure.toFixed(3))
  return [documents, ...quality, share(alarms, clean), share(caught, flagged), Math.round(ms / documents)]
}

console.log(line(`seeds ${flags.seeds}`, ['n', 'type', 'fieldF1', 'rowF1', 'alarms', 'caught', 'ms']))
const all = noFigures()
for (const name of flags.only?.split(',') ?? Object.keys(GENERATORS)) {
  const generator = generators[name]
  if (!generator) throw new Error(`no generator ${name}; there are ${Object.keys(generators).join(', ')}`)
  const figures = await figuresOf(changed(generator), seeds)
  addFigures(all, figures)
  if (flags.faults) for (const fault of figures.faults) console.log(`  ${name} ${fault}`)
  console.log(line(name, cellsOf(figures)))
}
console.log(line('all', cellsOf(all)))
process.exit(0)
