/*
 * What each stage of an analysis takes, as medians and 95th percentiles in milliseconds:
 *
 *   node --conditions=mkt-source test/documents/stages.ts [--seeds 1000-1004] [--scan] [FOLDER]
 *
 * over generated documents, or over the PDFs of a folder. One document at a time, each read once before, so that
 * compiled code is measured and not its compilation.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { annotate } from '../../server/src/documents/annotate/annotate.ts'
import { frameOf } from '../../server/src/documents/annotate/report-facts.ts'
import { classify } from '../../server/src/documents/classify/classify.ts'
import { extract } from '../../server/src/documents/extract/extract.ts'
import { layOut } from '../../server/src/documents/layout/lay-out.ts'
import { recognise } from '../../server/src/documents/ocr/recognise.ts'
import { assess } from '../../server/src/documents/risk/assess.ts'
import { circumstancesOf } from '../../server/src/documents/risk/circumstances.ts'
import { findFlags } from '../../server/src/documents/risk/find-flags.ts'
import { openPdf } from '../../server/src/documents/text/open.ts'
import { readPages } from '../../server/src/documents/text/read-pages.ts'
import { readSource } from '../../server/src/documents/text/source/read-source.ts'
import { Chance } from './chance.ts'
import { GENERATORS } from './generators.ts'
import { scanned } from './scan.ts'

const { values, positionals } = parseArgs({
  options: { seeds: { type: 'string', default: '1000-1004' }, scan: { type: 'boolean', default: false } },
  allowPositionals: true,
})

async function* documents(): AsyncGenerator<Uint8Array> {
  const [folder] = positionals
  if (folder !== undefined) {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.pdf$/i.test(name))
    for (const name of names) yield new Uint8Array(readFileSync(join(folder, name)))
    return
  }
  const [first = 0, last = first] = values.seeds.split('-').map(Number)
  for (const generator of Object.values(GENERATORS))
    for (let seed = first; seed <= last; seed++)
      yield (await (values.scan ? scanned(generator) : generator)(new Chance(seed))).bytes
}

const taken = new Map<string, number[]>()
let measuring = false

async function timed<T>(stage: string, work: () => T | Promise<T>): Promise<T> {
  const began = performance.now()
  const made = await work()
  if (measuring) taken.set(stage, [...(taken.get(stage) ?? []), performance.now() - began])
  return made
}

async function analyze(bytes: Uint8Array): Promise<void> {
  const pdf = await timed('open', () => openPdf(bytes))
  try {
    const source = await timed('source', () => readSource(bytes, pdf))
    const read = await timed('text', () => readPages(pdf, source.issues))
    const pages = await timed('ocr', () => recognise(pdf, read, { issues: source.issues }))
    const reading = { source, pages: await timed('layout', () => pages.map(layOut)) }
    const sections = await timed('classify', () => classify(reading))
    const parts = await timed('extract', () => extract(reading, sections))
    const flags = await timed('risk', () => findFlags(reading, parts))
    const assessment = assess(flags, circumstancesOf(reading, parts))
    const facts = {
      documentId: 'doc_0',
      type: parts[0]?.type ?? 'UNKNOWN',
      sha256: source.sha256,
      createdAt: '',
    } as const
    await timed('annotate', () =>
      annotate(bytes, {
        ...facts,
        parts,
        assessment,
        pageCount: reading.pages.length,
        frames: reading.pages.map((layout) => frameOf(layout, parts)),
      }),
    )
  } finally {
    await pdf.loadingTask.destroy()
  }
}

let unread = 0
for await (const bytes of documents()) {
  for (measuring of [false, true]) {
    try {
      await timed('whole', () => analyze(bytes))
    } catch {
      if (measuring) unread++
    }
  }
}

const at = (numbers: number[], share: number) =>
  (numbers.toSorted((a, b) => a - b)[Math.ceil(share * numbers.length) - 1] ?? Number.NaN).toFixed(1)
console.log(`${'stage'.padEnd(10)}${['n', 'p50', 'p95'].map((head) => head.padStart(9)).join('')}`)
for (const [stage, times] of taken)
  console.log(
    stage.padEnd(10) + [String(times.length), at(times, 0.5), at(times, 0.95)].map((cell) => cell.padStart(9)).join(''),
  )
if (unread > 0) console.log(`${unread} could not be read`)
process.exit(0)
