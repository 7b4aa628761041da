/**
 * Fits the confidences of extracted fields and writes the table that the product uses:
 *
 *   node --conditions=mkt-source test/documents/calibrate.ts [--folder DIR] [--seeds 400-416] [--processes 2] [--dry]
 *   node --conditions=mkt-source test/documents/calibrate.ts --first-reading round-N
 *
 * Documents are generated (those seeds of every generator, one in four through a scanner) and, with --folder, read from
 * a folder of PDFs with `<name>.pdf.expected.json` beside them. What pages say is read by so many processes and kept
 * until what reads them changes, so that a fit to other extractors takes a minute. --dry only prints the figures. The
 * first readings of rounds of strangers are always among the samples; --first-reading keeps one, before anything is
 * changed for that round.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { classify } from '../../server/src/documents/classify/classify.ts'
import { extractRaw } from '../../server/src/documents/extract/extract.ts'
import { layOut } from '../../server/src/documents/layout/lay-out.ts'
import type { DocumentPart } from '../../server/src/documents/model/findings.ts'
import type { FileRead } from '../../server/src/documents/read-file.ts'
import { extractorsDigest } from './extractors-digest.ts'
import { firstReading, KEPT_ROUNDS, keepFirstReading, samplesOfPart } from './first-readings.ts'
import { calibrationError, crossValidated, fit, type Sample } from './fit.ts'
import { GENERATORS } from './generators.ts'
import { keptReading, readWhole } from './kept-readings.ts'
import { type Expected, labelledFiles } from './labelled-files.ts'
import type { Round } from './rounds/round-file.ts'

const TABLE = fileURLToPath(new URL('../../server/src/documents/extract/calibration-table.ts', import.meta.url))

/**
 * Generated documents are easier than found ones, so each of their fields counts for less: as 0.15 where sixteen seeds
 * are read, and together as much where there are fewer.
 */
const GENERATED_WEIGHT = 0.15 * 16

/** Weights smaller than this change no confidence by a hundredth. */
const NEGLIGIBLE = 0.02

const { values: options } = parseArgs({
  options: {
    folder: { type: 'string' },
    seeds: { type: 'string', default: '400-416' },
    processes: { type: 'string', default: '2' },
    /** Of those processes, which this is: it reads its share. */
    share: { type: 'string' },
    dry: { type: 'boolean', default: false },
    'first-reading': { type: 'string' },
  },
})

const round = options['first-reading']
if (round) {
  keepFirstReading(round, await roundSamples(round))
  process.exit(0)
}

const generated = generatedIn(options.seeds)
if (options.share !== undefined) {
  for (const [k, { name, seed }] of generated.entries())
    if (k % Number(options.processes) === Number(options.share)) await keptReading(name, seed)
  process.exit(0)
}

await readInProcesses(Number(options.processes))
const read = [...(await generatedSamples()), ...(options.folder ? await folderSamples(options.folder) : [])]
const samples = [...read, ...KEPT_ROUNDS.flatMap(firstReading)]
report(
  'raw',
  samples,
  samples.map(({ known, right }) => [rawOf(known), right]),
)
report('cross-validated', samples, crossValidated(samples))
if (!options.dry) writeTable(fit(samples))
process.exit(0)

function generatedIn(seeds: string): { name: string; seed: number }[] {
  const [from = 0, to = 0] = seeds.split('-').map(Number)
  const range = Array.from({ length: to - from }, (_, k) => from + k)
  return range.flatMap((seed) => Object.keys(GENERATORS).map((name) => ({ name, seed })))
}

async function readInProcesses(count: number): Promise<void> {
  const shares = Array.from({ length: count }, (_, k) => [...process.argv.slice(2), '--share', String(k)])
  const ended = shares.map((share) => once(fork(import.meta.filename, share), 'exit'))
  for (const [code] of await Promise.all(ended)) if (code !== 0) throw new Error(`a process ended with ${code}`)
}

/** The genuine papers of a round; innocent acts would count them twice. */
async function roundSamples(name: string): Promise<Sample[]> {
  const { round } = (await import(`./rounds/${name}/index.ts`)) as { round: Round }
  const found: Sample[] = []
  for await (const { name: paper, kind, bytes, truth } of round.files())
    if (kind === 'genuine') found.push(...(await samplesOf(bytes, truth, `${name}/${paper}`, 1)))
  return found
}

async function generatedSamples(): Promise<Sample[]> {
  const found: Sample[] = []
  const weight = GENERATED_WEIGHT / new Set(generated.map(({ seed }) => seed)).size
  for (const { name, seed } of generated) {
    const { expected, ...read } = await keptReading(name, seed)
    const part = firstPart(read)
    if (part) found.push(...samplesOfPart(part, expected, `generated ${name}`, weight))
  }
  return found
}

async function folderSamples(folder: string): Promise<Sample[]> {
  const found: Sample[] = []
  for (const { file, source, expected } of labelledFiles(folder)) {
    if (expected.adversarial || expected.document_type === null) continue
    found.push(...(await samplesOf(readFileSync(file), expected, source, 1)))
  }
  return found
}

async function samplesOf(bytes: Uint8Array, expected: Expected, fold: string, weight: number): Promise<Sample[]> {
  try {
    const part = firstPart(await readWhole(bytes))
    return part ? samplesOfPart(part, expected, fold, weight) : []
  } catch (error) {
    console.error(`not read: ${error instanceof Error ? error.message : error}`)
    return []
  }
}

function firstPart({ source, pages }: FileRead): DocumentPart | undefined {
  const reading = { source, pages: pages.map(layOut) }
  return extractRaw(reading, classify(reading))[0]
}

function rawOf(known: Sample['known']): number {
  const odds = known.find(([name]) => name === 'raw')?.[1] ?? 0
  return 1 / (1 + Math.exp(-odds))
}

function report(title: string, all: readonly Sample[], pairs: readonly (readonly [number, boolean])[]): void {
  const share = pairs.filter(([, right]) => right).length / Math.max(pairs.length, 1)
  console.log(
    `${title}: ${pairs.length} fields of ${new Set(all.map(({ fold }) => fold)).size} sources, ${share.toFixed(3)} right, ece ${calibrationError(pairs).toFixed(3)}`,
  )
}

function writeTable(weights: Record<string, number>): void {
  const kept = Object.entries(weights).filter(([, weight]) => Math.abs(weight) >= NEGLIGIBLE)
  const lines = kept
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, weight]) => `  ${/^\w+$/.test(name) ? name : `'${name}'`}: ${Number(weight.toFixed(2))},`)
  const head = `/** Written by test/documents/calibrate.ts; not edited by hand. */

/** The state of the extractors that the weights were fitted to, so that a test can say when they are older. */
export const FITTED_TO = '${extractorsDigest()}'

/** By the name of a feature, what it adds to the odds' logarithm. */`
  writeFileSync(TABLE, `${head}\nexport const WEIGHTS: Readonly<Record<string, number>> = {\n${lines.join('\n')}\n}\n`)
}
