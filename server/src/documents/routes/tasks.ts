import { documents as endpoints } from '@mkt/schemas'
import { type Guard, JsonText } from '../../http/guard.ts'
import { withEnd } from '../answer/with-end.ts'
import type { Documents } from '../deps.ts'
import { documentOf } from '../store/document-store.ts'
import { deleteTask, noSuchTask, taskOf } from '../store/task-store.ts'
import { describeTask, taskText } from '../tasks/describe-task.ts'
import type { TaskRunner } from '../tasks/task-runner.ts'

/** Analyses that nobody waits for: what came of them, and their end. */
export function taskRoutes(guard: Guard, documents: Documents, runner: TaskRunner): void {
  const { database, archive, retentionDays } = documents
  guard.route(endpoints.getAnalysis, async ({ params, query }, { user, ctx }) => {
    const { user_id } = user
    const row = await taskOf(database, { ...params, user_id })
    if (!row) throw noSuchTask()
    if (row.finished_at === null) ctx.set('Retry-After', '1')
    const document = row.document_id === null ? undefined : await documentOf(database, user_id, row.document_id)
    if (!document) return describeTask(row)
    const text = query.detail ? document.detail_json : document.analysis_json
    return new JsonText(taskText(row, withEnd(text, document.created_at, retentionDays)))
  })
  guard.route(endpoints.deleteAnalysis, async ({ params }, { user }) => {
    const own = { ...params, user_id: user.user_id }
    await database.transaction(async (tx) => {
      const row = await taskOf(tx, own)
      if (!row || !(await deleteTask(tx, own))) throw noSuchTask()
      if (row.finished_at === null) await archive.dropLater(tx, row.analysis_id)
    })
    runner.giveUp(own.analysis_id)
    return null
  })
}
