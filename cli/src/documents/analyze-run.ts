import { access } from 'node:fs/promises'
import { Failure } from '../failure.ts'
import { tell } from '../output.ts'
import type { GlobalOptions } from '../session.ts'
import { documentWords } from '../words/documents.ts'
import type { Answers } from './answers.ts'
import { onDocuments } from './explain.ts'
import type { ReportOf } from './report-paths.ts'
import { saveReport } from './save-report.ts'
import type { DocumentsSession } from './session.ts'

export interface AnalyzeOptions extends GlobalOptions {
  json?: boolean
  full?: boolean
  report?: string
  answers?: string
  force?: boolean
  referenceCount?: number
  label?: string
  reference?: string
  passwordFile?: string
  atOnce?: number
}

/** What one run of `mkt docs analyze` has at hand. */
export interface Run {
  session: DocumentsSession
  options: AnalyzeOptions
  several: boolean
  reportOf: ReportOf
  answers: Answers | undefined
  failures: Failure[]
}

/** Files that no earlier run answered; of those that one did, a report that is missing is fetched. */
export async function unanswered(run: Run, files: string[]): Promise<string[]> {
  const { answers, reportOf } = run
  if (!answers) return files
  const left: string[] = []
  for (const file of files) {
    try {
      const documentId = await answers.documentOf(file)
      if (documentId === undefined) left.push(file)
      else if (await isMissing(reportOf(file))) await fetchReport(run, file, documentId)
    } catch (error) {
      if (!(error instanceof Failure) || error.kind === 'unauthorized' || error.kind === 'unreachable') throw error
      fail(run, file, error)
    }
  }
  const done = files.length - left.length - run.failures.length
  if (done > 0) tell(documentWords.answered(done, files.length))
  return left
}

async function isMissing(path: string | undefined): Promise<boolean> {
  if (path === undefined || path === '-') return false
  return await access(path).then(
    () => false,
    () => true,
  )
}

/** One file's failure is told as the command's own at its end; what to do is said once. */
export function fail({ failures, several }: Run, file: string, failure: Failure): void {
  const told = new Set(failures.flatMap(({ hints }) => hints))
  failures.push(failure)
  if (!several) return
  tell(`${file}: ${failure.message}`)
  for (const hint of failure.hints) if (!told.has(hint)) tell(hint)
}

/** Writes the report of a file where one is wanted. */
export async function fetchReport({ session, reportOf }: Run, file: string, documentId: string): Promise<void> {
  const path = reportOf(file)
  if (path === undefined) return
  await onDocuments(() => saveReport(session.client, documentId, path))
  if (path !== '-') tell(documentWords.report(path))
}
