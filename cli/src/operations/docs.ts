import { type Analysis, type DocumentType, documents as endpoints, type TableName } from '@mkt/schemas'
import { safeText } from '@mkt/schemas/process/safe-text'
import { canAsk } from '../ask.ts'
import { onDocuments } from '../documents/explain.ts'
import { printAnalysis } from '../documents/print-analysis.ts'
import { demandFree, saveReport, saveWorkbook } from '../documents/save-report.ts'
import { type DocumentsSession, openDocumentsSession } from '../documents/session.ts'
import { spreadsheetOf } from '../documents/spreadsheet.ts'
import { Failure } from '../failure.ts'
import { tell, tellQuietly } from '../output.ts'
import { printJson, printTable } from '../render.ts'
import type { GlobalOptions } from '../session.ts'
import { argumentWords } from '../words/arguments.ts'
import { askWords } from '../words/asking.ts'
import { count } from '../words/count.ts'
import { documentWords } from '../words/documents.ts'
import { formatTime } from '../words/time.ts'

export interface ListOptions extends GlobalOptions {
  json?: boolean
  type?: DocumentType
  risk?: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'
  text?: string
  from?: string
  to?: string
  doubtful?: boolean
  page?: number
  limit?: number
}

/** mkt docs list: own documents, newest first. */
export async function listDocuments(options: ListOptions): Promise<void> {
  const session = await openDocumentsSession(options)
  const { type: document_type, risk: risk_level, text, from, to, doubtful, page, limit } = options
  const filter = { document_type, risk_level, text, from, to, ...(doubtful ? WAITING : {}) }
  const query = { page, limit, ...filter, ...(options.json ? {} : { detail: 'full' as const }) }
  const answer = await onDocuments(() => session.client.call(endpoints.listDocuments, { query }))
  if (options.json) return printJson(answer)
  printTable(
    [
      { title: 'DOCUMENT' },
      { title: 'TYPE' },
      { title: 'RISK' },
      { title: 'SCORE', align: 'right' },
      { title: 'ANALYSED' },
      { title: 'FILE' },
      { title: 'LABEL' },
    ],
    answer.documents.map(({ document_id, document_type, risk_level, risk_score, created_at, ...said }) => [
      document_id,
      document_type,
      risk_level,
      String(risk_score),
      formatTime(created_at, session.now()),
      safeText(said.file_name ?? ''),
      safeText(said.label ?? ''),
    ]),
  )
  const { pagination } = answer
  if (pagination.total === 0) tellQuietly(narrows(filter) ? documentWords.noneSuch : documentWords.noneYet)
  else if (pagination.page * pagination.limit < pagination.total)
    tellQuietly(documentWords.nextPage(pagination.total, pagination.page + 1))
}

/** What a person has still to look at. */
const WAITING = { doubtful: 'yes', looked_at: 'no' } as const

const narrows = (filter: object) => Object.values(filter).some((value) => value !== undefined)

export interface ShowOptions extends GlobalOptions {
  json?: boolean
  full?: boolean
  csv?: boolean
  xlsx?: string
  force?: boolean
  table?: TableName
  confidence?: boolean
}

/** mkt docs show: analyses as they were returned; as CSV a line for each of their documents, or with --table a row. */
export async function showDocuments(ids: string[], options: ShowOptions): Promise<void> {
  const { csv = false, json = false, full = false } = options
  if (options.table && !csv) throw new Failure('usage', argumentWords.ofCsv('--table'), ['Add --csv.'])
  if (options.confidence && !csv) throw new Failure('usage', argumentWords.ofCsv('--confidence'), ['Add --csv.'])
  const session = await openDocumentsSession(options)
  if (options.xlsx !== undefined) return await showInExcel(session, ids, options.xlsx, options.force ?? false)
  const found: Analysis[] = []
  // How many documents a file holds is said with full detail only.
  for (const id of ids) found.push(await fetchAnalysis(session, id, full || csv || !json))
  if (csv) {
    const sheet = spreadsheetOf(found, options)
    process.stdout.write(process.stdout.isTTY ? safeText(sheet) : sheet)
  } else if (json) for (const analysis of found) printJson(analysis)
  else for (const analysis of found) printAnalysis(analysis, full)
}

async function showInExcel({ client }: DocumentsSession, ids: string[], path: string, force: boolean): Promise<void> {
  const [id, ...others] = ids
  if (id === undefined || others.length > 0) throw new Failure('usage', documentWords.oneWorkbook)
  await demandFree(path, force)
  await onDocuments(() => saveWorkbook(client, id, path))
  if (path !== '-') tell(documentWords.workbook(path))
}

async function fetchAnalysis({ client }: DocumentsSession, id: string, full: boolean): Promise<Analysis> {
  const query = full ? { detail: 'full' as const } : {}
  return await onDocuments(() => client.call(endpoints.getDocument, { params: { document_id: id }, query }))
}

export interface ReportOptions extends GlobalOptions {
  output?: string
  force?: boolean
}

/** mkt docs report: the annotated PDF. */
export async function fetchReport(id: string, options: ReportOptions): Promise<void> {
  const session = await openDocumentsSession(options)
  const path = options.output ?? `${id}-annotated.pdf`
  await demandFree(path, options.force ?? false)
  await onDocuments(() => saveReport(session.client, id, path))
  if (path !== '-') tell(documentWords.report(path))
}

/** mkt docs delete: erases documents for good, after a question where there is somebody to answer it. */
export async function deleteDocuments(ids: string[], options: GlobalOptions & { yes?: boolean }): Promise<void> {
  const session = await openDocumentsSession(options)
  if (!options.yes && !(await isMeant(ids)))
    throw new Failure('usage', 'nothing was deleted', ['--yes deletes unasked.'])
  for (const id of ids) {
    await onDocuments(() => session.client.call(endpoints.deleteDocument, { params: { document_id: id } }))
    tell(documentWords.erased(id))
  }
}

async function isMeant(ids: string[]): Promise<boolean> {
  if (!canAsk()) return false
  const { confirm } = await import('@inquirer/prompts')
  const what = ids.length === 1 ? ids[0] : count(ids.length, 'document')
  const context = { input: process.stdin, output: process.stderr }
  return await confirm({ message: askWords.erase(what), default: false }, context)
}
