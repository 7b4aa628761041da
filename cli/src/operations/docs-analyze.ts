import { readFile } from 'node:fs/promises'
import { systemFault } from '@mkt/schemas/process/system-fault'
import { analyzeFiles } from '../documents/analyze-files.ts'
import { type AnalyzeOptions, fail, fetchReport, type Run, unanswered } from '../documents/analyze-run.ts'
import { Answers } from '../documents/answers.ts'
import { type DocumentFiles, documentFilesOf } from '../documents/document-files.ts'
import { printAnswer } from '../documents/print-answer.ts'
import { reportPaths } from '../documents/report-paths.ts'
import { demandFree } from '../documents/save-report.ts'
import { openDocumentsSession } from '../documents/session.ts'
import { nameOf, stemOf } from '../documents/upload.ts'
import { Failure } from '../failure.ts'
import { interruptible } from '../interrupt.ts'
import { documentWords } from '../words/documents.ts'

/** mkt docs analyze: each file's analysis as it comes; a file that fails does not stop the others. */
export async function analyze(paths: string[], options: AnalyzeOptions): Promise<void> {
  const session = await openDocumentsSession(options)
  const given = await documentFilesOf(paths)
  demandOwnNames(given, options)
  const { several } = given
  const reportOf = await reportPaths(given, options.report)
  const answers =
    options.answers === undefined ? undefined : await Answers.open(options.answers, options.force ?? false)
  const run: Run = { session, options, several, reportOf, answers, failures: [] }
  const files = await unanswered(run, given.files)
  for (const file of files) await demandFree(reportOf(file) ?? '-', options.force ?? false)
  await interruptible(async (signal) => await analyzeAll(run, files, signal))
  const [first] = run.failures
  if (!first) return
  if (!several) throw first
  const again = answers ? [documentWords.again] : []
  throw new Failure('failed', documentWords.someFailed(run.failures.length, given.files.length), again)
}

async function analyzeAll(run: Run, files: string[], signal: AbortSignal): Promise<void> {
  const { session, options, answers } = run
  // How many documents a file holds is said with full detail only.
  const full = options.full ?? (!options.json && !answers)
  const password = options.passwordFile === undefined ? undefined : await passwordIn(options.passwordFile)
  for await (const { file, analysis, failure } of analyzeFiles(session, files, {
    ...options,
    full,
    password,
    signal,
  })) {
    if (failure) fail(run, file, failure)
    if (!analysis) continue
    await answers?.keep(file, analysis)
    printAnswer(file, analysis, run)
    await fetchReport(run, file, analysis.document_id)
  }
}

/** The first line of a file: a command line is read by others. */
async function passwordIn(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new Failure('usage', documentWords.unreadable(path, systemFault(error)))
  })
  return text.split(/\r?\n/)[0] ?? ''
}

/** Reports and answers are called after their files, so no two of these may be called the same. */
function demandOwnNames({ files }: DocumentFiles, { report, answers }: AnalyzeOptions): void {
  if (answers !== undefined && files.includes('-')) throw new Failure('usage', documentWords.answersOfFiles)
  if (report === undefined && answers === undefined) return
  const seen = new Set<string>()
  const twice = files.find((file) => seen.size === seen.add(stemOf(file)).size)
  if (twice !== undefined) throw new Failure('usage', documentWords.sameName(nameOf(twice)), [documentWords.apart])
}
