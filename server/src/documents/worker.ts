import { createHash } from 'node:crypto'
import { type MessagePort, threadId } from 'node:worker_threads'
import type { AnalysisProgress } from '@mkt/schemas'
import { annotate, summaryReport } from './annotate/annotate.ts'
import { packFacts, unpackFacts } from './annotate/packed-facts.ts'
import { frameOf, type ReportFacts, type SummaryFacts, summaryOf, WITHOUT_PAGES } from './annotate/report-facts.ts'
import { flagsOnShown, type OnShown, onShown } from './answer/on-shown.ts'
import { doubtOf } from './field-doubt.ts'
import type { Assessment, DocumentPart, Flag } from './model/findings.ts'
import { Refused } from './model/refused.ts'
import type { Issue } from './model/source.ts'
import { asPdf } from './picture/as-pdf.ts'
import { thumbnail } from './picture/thumbnail.ts'
import { type Findings, runPipeline } from './pipeline.ts'
import { assess } from './risk/assess.ts'
import { circumstancesOf } from './risk/circumstances.ts'
import { crossValidate, type EarlierDocument } from './risk/cross-document.ts'
import { examinedParts } from './risk/examined-parts.ts'
import { partRisks } from './risk/part-risks.ts'
import type { RiskPolicy } from './risk/policy/policy.ts'
import { subjectsOf } from './risk/subjects.ts'
import { outliveStrayRejections } from './threads/stray-rejections.ts'
import type {
  Answered,
  DrawWork,
  Judged,
  JudgedPart,
  Reported,
  SummaryWork,
  Work,
  WorkerMessage,
} from './threads/work.ts'

outliveStrayRejections()

/** One document, from its bytes to its report, in a worker thread. What it throws says that it cannot be analysed. */
export default async function analyzeInThread(work: Work): Promise<Reported> {
  const { port, mostPages } = work
  try {
    tell(port, { thread: threadId })
    tell(port, { progress: { stage: 'text' } })
    const received = new Uint8Array(work.bytes)
    const bytes = await asPdf(received, mostPages, () => tell(port, { progress: { stage: 'text' } }))
    const told = (progress: AnalysisProgress) => {
      if (progress.stage === 'text' && (progress.pages ?? 0) > mostPages) throw new RangeError('too many pages')
      tell(port, { progress })
    }
    const found = await runPipeline(bytes, told, { password: work.password, kinds: work.kinds ?? [] })
    // Of what was sent, not of the sheets that were made of it.
    if (bytes !== received) found.reading.source.sha256 = createHash('sha256').update(received).digest('hex')
    const subjects = subjectsIn(found)
    const earlier = work.compare ? await ask(port, subjects) : []
    const crossing = crossingOf(found, earlier)
    const assessment = weigh(found, crossing, work.policy)
    const risks = partRisks([...found.flags, ...crossing], found.reading, { parts: found.parts, policy: work.policy })
    tell(port, { progress: { stage: 'annotate' } })
    // From here on the analysis is safe, whatever drawing the original's pages does to this thread.
    tell(port, { judged: judgedOf(found, { assessment, risks }, subjects) })
    const facts = reportFacts(work, { found, assessment, risks })
    return work.draw ? await drawn(bytes, facts) : { report: packFacts({ pages: facts }), issues: [] }
  } catch (error) {
    if (error instanceof Refused) tell(port, { refused: { code: error.code, message: error.message } })
    throw error
  } finally {
    port.close()
  }
}

/** The report of a document that was analysed before, or its first page in small. */
export async function draw({ bytes, packed, mostPages, small }: DrawWork): Promise<Reported> {
  if (small) return { report: await thumbnail(await asPdf(bytes, mostPages)), issues: [] }
  const facts = unpackFacts(packed)
  if ('summary' in facts) return await summarise({ facts: facts.summary })
  return await drawn(await asPdf(bytes, mostPages), facts.pages)
}

/** The report without the original's pages, whose drawing has ended another thread. */
export async function summarise(work: SummaryWork): Promise<Reported> {
  const facts = 'facts' in work ? work.facts : summaryIn(work.packed)
  return { report: await summaryReport(facts), issues: [WITHOUT_PAGES] }
}

function summaryIn(packed: Uint8Array): SummaryFacts {
  const facts = unpackFacts(packed)
  return 'summary' in facts ? facts.summary : summaryOf(facts.pages)
}

async function drawn(bytes: Uint8Array, facts: ReportFacts): Promise<Reported> {
  const issues: Issue[] = []
  return { report: await annotate(bytes, facts, issues), issues }
}

function subjectsIn({ reading, parts }: Findings): string[] {
  return [
    `file:${reading.source.sha256}`,
    ...subjectsOf(examinedParts(parts).map(({ part }) => part)).map(({ kind, value }) => `${kind}:${value}`),
  ]
}

interface Risks {
  assessment: Assessment
  /** Of each part by itself. */
  risks: Assessment[]
}

function judgedOf({ reading, parts }: Findings, { assessment, risks }: Risks, subjects: string[]): Judged {
  const { sha256, pageCount, issues } = reading.source
  const pages = reading.pages.map(({ page }) => page)
  const shown = onShown(pages)
  return {
    sha256,
    pageCount,
    recognised: pages.filter(({ ocr }) => ocr !== undefined).length,
    parts: parts.map((part, index) => ({
      ...strip(part, shown),
      assessment: onPages(risks[index] ?? assessment, shown),
    })),
    assessment: onPages(assessment, shown),
    subjects,
    issues,
  }
}

const onPages = (assessment: Assessment, shown: OnShown): Assessment => ({
  ...assessment,
  flags: flagsOnShown(assessment.flags, shown),
})

/** What each document of the file says against earlier ones of its owner; what several say alike is said once. */
function crossingOf({ reading, parts }: Findings, earlier: EarlierDocument[]): Flag[] {
  const { sha256 } = reading.source
  const found = new Map<string, Flag & { parts: number[] }>()
  for (const { part, index } of examinedParts(parts)) {
    for (const flag of crossValidate({ sha256, part }, earlier)) {
      const said = `${flag.code} ${flag.message}`
      const same = found.get(said)
      if (same) same.parts = [...new Set([...same.parts, index])]
      else found.set(said, { ...flag, parts: [index] })
    }
  }
  return [...found.values()]
}

function weigh({ reading, parts, flags }: Findings, crossing: Flag[], policy: RiskPolicy): Assessment {
  return assess([...flags, ...crossing], circumstancesOf(reading, parts), policy)
}

interface Judgement extends Risks {
  found: Findings
}

function reportFacts(
  { documentId, createdAt, password }: Pick<Work, 'documentId' | 'createdAt' | 'password'>,
  { found, assessment, risks }: Judgement,
): ReportFacts {
  const { reading } = found
  const parts = found.parts.map((part, index) => ({ ...part, risk: risks[index] ?? assessment }))
  const { sha256, pageCount } = reading.source
  const type = parts[0]?.type ?? 'UNKNOWN'
  const frames = reading.pages.map((layout) => frameOf(layout, parts))
  return { documentId, type, sha256, createdAt, parts, assessment, pageCount, frames, password }
}

function tell(port: MessagePort, told: WorkerMessage): void {
  port.postMessage(told)
}

function ask(port: MessagePort, subjects: string[]): Promise<EarlierDocument[]> {
  return new Promise((resolve) => {
    port.once('message', ({ earlier }: Answered) => resolve(earlier))
    tell(port, { subjects })
  })
}

/** Without the words, which are most of it. */
function strip(
  { type, confidence, pages, fields, tables, own }: DocumentPart,
  shown: OnShown,
): Omit<JudgedPart, 'assessment'> {
  return {
    type,
    confidence,
    pages,
    own,
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, field]) => {
        const { value, confidence, page, box, covered } = field
        const own = { value, confidence, page, box: shown(page, box), ...(covered ? { covered } : {}) }
        return [name, { ...own, ...doubtOf(field) }]
      }),
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
