import { type MessagePort, threadId } from 'node:worker_threads'
import { annotate, summaryReport, WITHOUT_PAGES } from './annotate/annotate.ts'
import { frameOf } from './annotate/report-facts.ts'
import type { Assessment, Slip } from './model/findings.ts'
import type { Issue } from './model/source.ts'
import { flagsOnShown, type OnShown, onShown } from './on-shown.ts'
import { type Findings, runPipeline } from './pipeline.ts'
import { assess } from './risk/assess.ts'
import { circumstancesOf } from './risk/circumstances.ts'
import { crossValidate, type EarlierDocument } from './risk/cross-document.ts'
import { subjectsOf } from './risk/subjects.ts'
import { outliveStrayRejections } from './stray-rejections.ts'
import type { Answered, Judged, JudgedSlip, Reported, SummaryWork, Told, Work } from './work.ts'

outliveStrayRejections()

/** One document, from its bytes to its report, in a worker thread. Whatever it throws says that it cannot be analysed. */
export default async function analyzeInThread(work: Work): Promise<Reported> {
  const { port, bytes, mostPages } = work
  try {
    tell(port, { thread: threadId })
    tell(port, { progress: { stage: 'text' } })
    const found = await runPipeline(new Uint8Array(bytes), (progress) => {
      if (progress.stage === 'text' && (progress.pages ?? 0) > mostPages) throw new RangeError('too many pages')
      tell(port, { progress })
    })
    const subjects = subjectsIn(found)
    const earlier = work.compare ? await ask(port, subjects) : []
    const assessment = weigh(found, earlier)
    tell(port, { progress: { stage: 'annotate' } })
    // From here on the analysis is safe, whatever drawing the original's pages does to this thread.
    tell(port, { judged: judgedOf(found, assessment, subjects) })
    const issues: Issue[] = []
    return { report: await report(work, { found, assessment, issues }), issues }
  } finally {
    port.close()
  }
}

/** The report without the original's pages, whose drawing has ended another thread. */
export async function summarise({ facts }: SummaryWork): Promise<Reported> {
  return { report: await summaryReport(facts), issues: [WITHOUT_PAGES] }
}

function subjectsIn({ reading, slips }: Findings): string[] {
  return [`file:${reading.source.sha256}`, ...subjectsOf(slips).map(({ kind, value }) => `${kind}:${value}`)]
}

function judgedOf({ reading, slips }: Findings, assessment: Assessment, subjects: string[]): Judged {
  const { sha256, pageCount, issues } = reading.source
  const pages = reading.pages.map(({ page }) => page)
  const shown = onShown(pages)
  return {
    sha256,
    pageCount,
    recognised: pages.filter(({ ocr }) => ocr !== undefined).length,
    slips: slips.map((slip) => strip(slip, shown)),
    assessment: { ...assessment, flags: flagsOnShown(assessment.flags, shown) },
    subjects,
    issues,
  }
}

function weigh({ reading, slips, flags }: Findings, earlier: EarlierDocument[]): Assessment {
  const first = slips[0]
  const crossing = first ? crossValidate({ sha256: reading.source.sha256, slip: first }, earlier) : []
  return assess([...flags, ...crossing], circumstancesOf(reading, slips))
}

interface Judgement {
  found: Findings
  assessment: Assessment
  issues: Issue[]
}

async function report(work: Work, { found, assessment, issues }: Judgement): Promise<Uint8Array> {
  const { bytes, documentId, createdAt } = work
  const { reading, slips } = found
  const { sha256, pageCount } = reading.source
  const type = slips[0]?.type ?? 'UNKNOWN'
  const frames = reading.pages.map(frameOf)
  return await annotate(bytes, { documentId, type, sha256, createdAt, slips, assessment, pageCount, frames }, issues)
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
function strip({ type, confidence, pages, fields, tables }: Slip, shown: OnShown): JudgedSlip {
  return {
    type,
    confidence,
    pages,
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, { value, confidence, page, box, covered }]) => [
        name,
        { value, confidence, page, box: shown(page, box), ...(covered ? { covered } : {}) },
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
