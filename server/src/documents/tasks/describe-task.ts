import type { AnalysisTask } from '@mkt/schemas'
import { isoTime } from '../../base/clock.ts'
import type { DocumentTasksTable } from '../../storage/document-tables.ts'

/** A task as its owner sees it, without its analysis. */
export function describeTask(row: DocumentTasksTable): AnalysisTask {
  const { analysis_id, state, created_at, finished_at, document_id, error, details_json } = row
  const stage = state === 'working' ? (row.stage ?? 'queued') : undefined
  return {
    analysis_id,
    status: state,
    created_at: isoTime(created_at),
    ...(stage === undefined ? {} : { stage: stage as AnalysisTask['stage'] & string }),
    ...(row.page === null ? {} : { page: row.page }),
    ...(row.pages === null ? {} : { pages: row.pages }),
    ...(finished_at === null ? {} : { finished_at: isoTime(finished_at) }),
    ...(document_id === null ? {} : { document_id }),
    ...(error === null ? {} : { error: error as AnalysisTask['error'] & string }),
    ...(details_json === null ? {} : { details: JSON.parse(details_json) as AnalysisTask['details'] & object }),
  }
}

/** The same as text, with that of its analysis, which may be long: it is neither read nor written anew. */
export function taskText(row: DocumentTasksTable, analysis: string): string {
  return `${JSON.stringify(describeTask(row)).slice(0, -1)},"analysis":${analysis}}`
}
