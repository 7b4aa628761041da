import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { safeLine } from '@mkt/schemas/process/safe-text'
import { systemFault } from '@mkt/schemas/process/system-fault'
import { type Analyzed, analyzeFiles } from '../documents/analyze-files.ts'
import { onDocuments } from '../documents/explain.ts'
import { printAnalysis } from '../documents/print-analysis.ts'
import { demandFree, saveReport } from '../documents/save-report.ts'
import { openDocumentsSession } from '../documents/session.ts'
import { nameOf } from '../documents/upload.ts'
import { Failure } from '../failure.ts'
import { interruptible } from '../interrupt.ts'
import { tell } from '../output.ts'
import { printJson } from '../render.ts'
import type { GlobalOptions } from '../session.ts'
import { documentWords } from '../words/documents.ts'

export interface AnalyzeOptions extends GlobalOptions {
  json?: boolean
  full?: boolean
  report?: string
  force?: boolean
  referenceCount?: number
}

/** mkt docs analyze: each file's analysis as it comes; a file that fails does not stop the others. */
export async function analyze(files: string[], options: AnalyzeOptions): Promise<void> {
  const session = await openDocumentsSession(options)
  const reportOf = await reportPaths(files, options)
  for (const file of files) await demandFree(reportOf(file) ?? '-', options.force ?? false)
  let failed: Failure | undefined
  await interruptible(async (signal) => {
    for await (const result of analyzeFiles(session, files, { ...options, signal })) {
      if (result.failure) {
        failed = result.failure
        // One file's failure is told as the command's own at its end.
        if (files.length > 1) tell(`${result.file}: ${failed.message}`)
      } else await present(result, files.length > 1, options.json ?? false)
      const path = reportOf(result.file)
      if (!result.analysis || path === undefined) continue
      const { document_id } = result.analysis
      await onDocuments(() => saveReport(session.client, document_id, path))
      if (path !== '-') tell(documentWords.report(path))
    }
  })
  if (!failed) return
  if (files.length === 1) throw failed
  throw new Failure('failed', documentWords.someFailed)
}

async function present({ file, analysis }: Analyzed, several: boolean, json: boolean): Promise<void> {
  if (!analysis) return
  if (json) return printJson(several ? { file, ...analysis } : analysis)
  if (several) process.stdout.write(`\n== ${safeLine(nameOf(file))}\n`)
  printAnalysis(analysis)
}

/**
 * Where each file's report goes: the given path for one file, a name of its own in the given folder for several. A
 * folder that is not there yet is made: it ends with a slash, or is for several files and is not called like a PDF.
 */
async function reportPaths(files: string[], { report }: AnalyzeOptions): Promise<(file: string) => string | undefined> {
  if (report === undefined) return () => undefined
  const found = report === '-' ? undefined : await stat(report).catch(() => undefined)
  const wanted = report.endsWith('/') || (files.length > 1 && report !== '-' && !/\.pdf$/i.test(report))
  if (!found && wanted) await makeFolder(report)
  if (found ? found.isDirectory() : wanted)
    return (file) => join(report, `${nameOf(file).replace(/\.pdf$/i, '')}-annotated.pdf`)
  if (files.length === 1) return () => report
  throw new Failure('usage', documentWords.oneReport(report, files.length), [documentWords.giveFolder])
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true }).catch((error: unknown) => {
    throw new Failure('usage', documentWords.notWritten(path, systemFault(error)))
  })
}
