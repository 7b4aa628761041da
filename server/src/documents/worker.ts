import { readFile, writeFile } from 'node:fs/promises'
import type { MessagePort } from 'node:worker_threads'
import { annotate } from './annotate/annotate.ts'
import { frameOf } from './annotate/report-facts.ts'
import type { Assessment, Slip } from './model/findings.ts'
import { flagsOnShown, type OnShown, onShown } from './on-shown.ts'
import { type Findings, runPipeline } from './pipeline.ts'
import { assess } from './risk/assess.ts'
import { circumstancesOf } from './risk/circumstances.ts'
import { crossValidate, type EarlierDocument } from './risk/cross-document.ts'
import { subjectsOf } from './risk/subjects.ts'
import { outliveStrayRejections } from './stray-rejections.ts'
import type { Answered, Judged, JudgedSlip, Told, Work } from './work.ts'

outliveStrayRejections()

/** One document, from its bytes to its report, in a worker thread. Whatever it throws says that it cannot be analysed. */
export default async function analyzeInThread(work: Work): Promise<Judged> {
  const { port, path, mostPages } = work
  try {
    tell(port, { progress: { stage: 'text' } })
    const bytes = await readFile(path)
    const found = await runPipeline(new Uint8Array(bytes), (progress) => {
      if (progress.stage === 'text' && (progress.pages ?? 0) > mostPages) throw new RangeError('too many pages')
      tell(port, { progress })
    })
    const { sha256, pageCount } = found.reading.source
    const subjects = [`file:${sha256}`, ...subjectsOf(found.slips).map(({ kind, value }) => `${kind}:${value}`)]
    const earlier = work.compare ? await ask(port, subjects) : []
    const assessment = weigh(found, earlier)
    tell(port, { progress: { stage: 'annotate' } })
    await writeFile(work.reportPath, await report(work, bytes, found, assessment), { mode: 0o600 })
    const recognised = found.reading.pages.filter(({ page }) => page.ocr !== undefined).length
    const shown = onShown(found.reading.pages.map(({ page }) => page))
    const flags = flagsOnShown(assessment.flags, shown)
    const slips = found.slips.map((slip) => strip(slip, shown))
    return { pageCount, recognised, slips, assessment: { ...assessment, flags }, subjects }
  } finally {
    port.close()
  }
}

function weigh({ reading, slips, flags }: Findings, earlier: EarlierDocument[]): Assessment {
  const first = slips[0]
  const crossing = first ? crossValidate({ sha256: reading.source.sha256, slip: first }, earlier) : []
  return assess([...flags, ...crossing], circumstancesOf(reading, slips))
}

async function report(work: Work, bytes: Uint8Array, { reading, slips }: Findings, assessment: Assessment) {
  const { documentId, createdAt } = work
  return await annotate(bytes, {
    documentId,
    type: slips[0]?.type ?? 'UNKNOWN',
    sha256: reading.source.sha256,
    createdAt,
    slips,
    assessment,
    frames: reading.pages.map(frameOf),
  })
}

function tell(port: MessagePort, told: Told): void {
  port.postMessage(told)
}

function ask(port: MessagePort, subjects: string[]): Promise<EarlierDocument[]> {
  return new Promise((resolve) => {
    port.once('message', ({ earlier }: Answered) => resolve(earlier))
    tell(port, { subjects })
  })
}

/** Without the words, which are most of it. */
function strip({ type, pages, fields, tables }: Slip, shown: OnShown): JudgedSlip {
  return {
    type,
    pages,
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, { value, confidence, page, box }]) => [
        name,
        { value, confidence, page, box: shown(page, box) },
      ]),
    ),
    tables: tables.map(({ name, page, columns, rows, confidence }) => ({
      name,
      page,
      columns,
      rows: rows.map(({ values }) => values),
      confidence,
    })),
  }
}
