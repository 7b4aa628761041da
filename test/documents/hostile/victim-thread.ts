import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { annotate } from '../../../server/src/documents/annotate/annotate.ts'
import { frameOf } from '../../../server/src/documents/annotate/report-facts.ts'
import type { Assessment } from '../../../server/src/documents/model/findings.ts'
import { Refused } from '../../../server/src/documents/model/refused.ts'
import { type Findings, type Observe, runPipeline } from '../../../server/src/documents/pipeline.ts'
import { assess } from '../../../server/src/documents/risk/assess.ts'
import { circumstancesOf } from '../../../server/src/documents/risk/circumstances.ts'
import { outliveStrayRejections } from '../../../server/src/documents/threads/stray-rejections.ts'

outliveStrayRejections()

/** What a thread is told to analyse. */
export interface Attempt {
  id: number
  path: string
  /** Whether pictures are recognised and a report is drawn, which take most of the time. */
  ocr: boolean
  report: boolean
}

/** How an analysis ended. A fault is an error of our own code's making, where the file should have been read or refused. */
export interface Ended {
  id: number
  kind: 'analysed' | 'refused' | 'fault'
  detail: string
  /** Of this thread's own processor time. */
  cpuMs: number
  /** The stages before the report alone. */
  readMs: number
  recognised: number
}

async function analyse({ id, path, ...options }: Attempt): Promise<Ended> {
  const bytes = new Uint8Array(readFileSync(path))
  const before = process.threadCpuUsage()
  const spent = () => {
    const { user, system } = process.threadCpuUsage(before)
    return Math.round((user + system) / 1000)
  }
  let recognised = 0
  let readMs = 0
  try {
    const observe: Observe = ({ stage, page, pages }) => {
      if (stage === 'text' && (pages ?? 0) > MOST_PAGES) throw new RangeError('too many pages')
      if (stage === 'ocr' && page === undefined) recognised = pages ?? 0
    }
    const found = await runPipeline(bytes, observe, options)
    readMs = spent()
    const type = found.parts[0]?.type ?? 'UNKNOWN'
    const assessment = assess(found.flags, circumstancesOf(found.reading, found.parts))
    if (options.report) await draw(bytes, found, assessment)
    JSON.stringify({ parts: found.parts, assessment })
    return { id, kind: 'analysed', detail: type, cpuMs: spent(), readMs, recognised }
  } catch (error) {
    const kind = isOurs(error) && !(error instanceof Refused) ? 'fault' : 'refused'
    return { id, kind, detail: describe(error), cpuMs: spent(), readMs, recognised }
  }
}

async function draw(bytes: Uint8Array, { reading, parts }: Findings, assessment: Assessment): Promise<void> {
  const { sha256, pageCount } = reading.source
  const facts = { documentId: 'doc_1', sha256, createdAt: '2026-01-01T00:00:00.000Z', pageCount }
  const type = parts[0]?.type ?? 'UNKNOWN'
  const report = await annotate(bytes, {
    ...facts,
    type,
    parts,
    assessment,
    frames: reading.pages.map((layout) => frameOf(layout, parts)),
  })
  if (report.length === 0) throw new TypeError('an empty report')
}

const MOST_PAGES = 2000

function isOurs(error: unknown): boolean {
  if (!(error instanceof Error)) return true
  if (error.message === 'too many pages' || error.message === 'the file has no pages') return false
  const frame = (error.stack ?? '').split('\n').find((line) => line.trim().startsWith('at ') && !line.includes('node:'))
  return error instanceof AggregateError || (frame ?? '').includes('/server/src/documents/')
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trim().startsWith('at '))
  const inner = error instanceof AggregateError ? ` [${error.errors.map((one) => describe(one)).join('; ')}]` : ''
  return `${error.name}: ${error.message.slice(0, 100)} ${frames[0]?.trim().replace(/file:\S*\/(?=server|node_modules)/, '') ?? ''}${inner}`
}

parentPort?.on('message', async (attempt: Attempt) => parentPort?.postMessage(await analyse(attempt)))
// Its modules are loaded, which is no input's time.
parentPort?.postMessage('ready')
