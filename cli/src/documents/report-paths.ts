import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { systemFault } from '@mkt/schemas/process/system-fault'
import { Failure } from '../failure.ts'
import { documentWords } from '../words/documents.ts'
import type { DocumentFiles } from './document-files.ts'
import { stemOf } from './upload.ts'

/** Where a file's report goes, if anywhere. */
export type ReportOf = (file: string) => string | undefined

/**
 * Where each file's report goes: the given path for one file, a name of its own in the given folder for several. A
 * folder that is not there yet is made: it ends with a slash, or is for several files and is not called like a PDF.
 */
export async function reportPaths({ files, several }: DocumentFiles, report: string | undefined): Promise<ReportOf> {
  if (report === undefined) return () => undefined
  const found = report === '-' ? undefined : await stat(report).catch(() => undefined)
  const wanted = report.endsWith('/') || (several && report !== '-' && !/\.pdf$/i.test(report))
  if (!found && wanted) await makeFolder(report)
  if (found ? found.isDirectory() : wanted) return (file) => join(report, `${stemOf(file)}-annotated.pdf`)
  if (files.length === 1) return () => report
  throw new Failure('usage', documentWords.oneReport(report, files.length), [documentWords.giveFolder])
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true }).catch((error: unknown) => {
    throw new Failure('usage', documentWords.notWritten(path, systemFault(error)))
  })
}
