/*
 * How a round of strangers' papers and forgeries is read and judged:
 *
 *   node --conditions=mkt-source test/documents/rounds/measure.ts round-1 [--out FILE] [--only WORD] [--swept]
 *
 * `--out` writes a line of JSON for each file: what was returned, what was wrong, which flags were raised.
 * `--only` takes the files whose name has the word. `--swept` takes out of them what nothing refers to first, so that
 * pages which a forger's program left in its file tell nothing.
 */
import { appendFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { FIELDS } from '../../../schemas/src/documents/fields.ts'
import type { DocumentPart, Flag } from '../../../server/src/documents/model/findings.ts'
import { asPdf } from '../../../server/src/documents/picture/as-pdf.ts'
import { runPipeline } from '../../../server/src/documents/pipeline.ts'
import { assess } from '../../../server/src/documents/risk/assess.ts'
import { circumstancesOf } from '../../../server/src/documents/risk/circumstances.ts'
import { addTally, f1, judge, type Tally, tally } from '../judge.ts'
import type { Place, Round, RoundFile } from './round-file.ts'
import { swept } from './swept.ts'

/** What became of one file. */
interface Outcome {
  file: RoundFile
  type: boolean
  fields: Tally
  rows: Tally
  faults: string[]
  level: string
  /** A flag stands where the paper was changed. */
  localised: boolean
  /** Each value that was returned: how sure, and whether it is right. */
  sureness: { confidence: number; right: boolean }[]
  flags: string[]
}

const SHARE_OF_PAGE = 0.25
const MOST_PAGES = 100

async function outcomeOf(file: RoundFile): Promise<Outcome> {
  const { reading, parts, flags } = await runPipeline(await asPdf(file.bytes, MOST_PAGES))
  const { level, flags: counted } = assess(flags, circumstancesOf(reading, parts))
  const [part] = parts
  if (!part) throw new Error(`${file.name}: nothing was found, not even a type`)
  const { type, fields, rows, faults } = judge(file.truth, part)
  const areas = reading.pages.map(({ page }) => page.width * page.height)
  const places = file.forgery?.places ?? []
  const localised = places.some((place) => counted.some((flag) => standsAt(flag, place, areas[place.page - 1] ?? 0)))
  const sureness = surenessOf(file, part)
  return { file, type, fields, rows, faults, level, localised, sureness, flags: counted.map(flagLine) }
}

const flagLine = ({ code, severity, fields }: Flag) => `${severity} ${code} ${fields.join(',')}`.trim()

/** A flag of weight points at the place, and not at half the page. */
function standsAt({ severity, evidence }: Flag, { page, box: [x, y, right, top] }: Place, area: number): boolean {
  if (severity === 'info') return false
  return evidence.some(({ page: on, bbox: [left, foot, end, head] }) => {
    const small = (end - left) * (head - foot) <= SHARE_OF_PAGE * area
    return on === page && small && left < right && end > x && foot < top && head > y
  })
}

function surenessOf({ truth }: RoundFile, part: DocumentPart): Outcome['sureness'] {
  return Object.entries(part.fields).flatMap(([name, field]) => {
    if (!(name in FIELDS[truth.document_type]) || truth.optional?.includes(name)) return []
    const alone = { ...truth, fields: name in truth.fields ? { [name]: truth.fields[name] ?? '' } : {}, tables: {} }
    const { right } = judge(alone, { ...part, fields: { [name]: field }, tables: [] }).fields
    return [{ confidence: field.confidence, right: right === 1 }]
  })
}

/** The chance that a right value is surer than a wrong one. */
function auroc(values: Outcome['sureness']): number {
  const [right, wrong] = [values.filter((each) => each.right), values.filter((each) => !each.right)]
  const won = wrong.flatMap((bad) => right.map((good) => 0.5 + Math.sign(good.confidence - bad.confidence) / 2))
  return won.reduce((sum, each) => sum + each, 0) / Math.max(1, won.length)
}

/** Of the wrong values, the share that is among the tenth that is least sure. */
function wrongAmongLeastSure(values: Outcome['sureness']): number {
  const tenth = values.toSorted((a, b) => a.confidence - b.confidence).slice(0, Math.ceil(values.length / 10))
  const count = (list: Outcome['sureness']) => list.filter(({ right }) => !right).length
  return count(tenth) / Math.max(1, count(values))
}

const share = (part: number, whole: number) => `${part}/${whole} = ${(whole === 0 ? 0 : part / whole).toFixed(3)}`

function printReading(name: string, outcomes: readonly Outcome[]): void {
  const [fields, rows] = [tally(), tally()]
  for (const outcome of outcomes) {
    addTally(fields, outcome.fields)
    addTally(rows, outcome.rows)
  }
  const types = outcomes.filter(({ type }) => type).length
  const figures = `field F1 ${f1(fields).toFixed(4)}  rows F1 ${f1(rows).toFixed(4)}`
  console.log(`${name.padEnd(20)} type ${share(types, outcomes.length)}  ${figures}`)
}

const up = ({ level }: Outcome) => level !== 'LOW'

function printCaught(name: string, outcomes: readonly Outcome[]): void {
  const caught = outcomes.filter(up)
  const there = outcomes.filter(({ localised }) => localised)
  const both = caught.filter(({ localised }) => localised).length
  const places = `at the place ${there.length}, ${both} of those caught`
  console.log(`${name.padEnd(36)} caught ${share(caught.length, outcomes.length)}  ${places}`)
}

function printAll(outcomes: readonly Outcome[]): void {
  const honest = outcomes.filter(({ file }) => file.kind !== 'forged')
  for (const medium of ['text', 'scan'] as const)
    for (const kind of ['genuine', 'innocent'] as const) {
      const some = honest.filter(({ file }) => file.medium === medium && file.kind === kind)
      printReading(`${kind} ${medium}`, some)
    }
  for (const medium of ['text', 'scan'] as const)
    printReading(
      `all honest ${medium}`,
      honest.filter(({ file }) => file.medium === medium),
    )
  const forged = outcomes.filter(({ file }) => file.kind === 'forged')
  printCaught('forged', forged)
  printCaught(
    'forged, text',
    forged.filter(({ file }) => file.medium === 'text'),
  )
  printCaught(
    'forged, scans',
    forged.filter(({ file }) => file.medium === 'scan'),
  )
  for (const by of ['family', 'technique'] as const)
    for (const name of new Set(forged.map(({ file }) => file.forgery?.[by] ?? '')))
      printCaught(
        `  ${by} ${name}`,
        forged.filter(({ file }) => file.forgery?.[by] === name),
      )
  for (const kind of ['genuine', 'innocent']) {
    const some = honest.filter(({ file }) => file.kind === kind)
    console.log(`${kind} at MEDIUM or above: ${share(some.filter(up).length, some.length)}`)
  }
  const sureness = honest.flatMap((outcome) => outcome.sureness)
  const wrong = sureness.filter(({ right }) => !right).length
  console.log(`values returned ${sureness.length}, wrong ${wrong}, AUROC of confidence ${auroc(sureness).toFixed(3)}`)
  console.log(`share of wrong values among the 10 % least sure: ${wrongAmongLeastSure(sureness).toFixed(3)}`)
}

const { values: options, positionals } = parseArgs({
  options: {
    out: { type: 'string' },
    only: { type: 'string', default: '' },
    swept: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const { round } = (await import(`./${positionals[0]}/index.ts`)) as { round: Round }
if (options.out) writeFileSync(options.out, '')
const outcomes: Outcome[] = []
for await (const file of round.files((name) => name.includes(options.only))) {
  if (!file.name.includes(options.only)) continue
  const outcome = await outcomeOf(options.swept ? { ...file, bytes: swept(file.bytes) } : file)
  outcomes.push(outcome)
  const { name, kind, medium, forgery } = file
  const line = { name, kind, medium, ...outcome, file: undefined, forgery, truth: file.truth }
  if (options.out) appendFileSync(options.out, `${JSON.stringify(line)}\n`)
}
printAll(outcomes)
for (const left of round.left) console.log(`not made: ${left}`)
process.exit(0)
