import { type CallInput, formatCredits, market } from '@mkt/schemas'
import { ApiError } from '@mkt/schemas/client'
import { Failure } from '../failure.ts'
import { tell, tellQuietly } from '../output.ts'
import { printJson, printTable } from '../render.ts'
import { type GlobalOptions, openUserSession } from '../session.ts'
import { disputeWords } from '../words/dispute.ts'
import { formatTime } from '../words/time.ts'

type JsonOptions = GlobalOptions & { json?: boolean }
type Wanted = CallInput<typeof market.disputeJob>['body']

/** mkt dispute: says that a job is not worth what it cost. */
export async function dispute(
  job_id: string,
  { reason, text, ...options }: JsonOptions & { reason: Wanted['reason']; text?: string },
): Promise<void> {
  const { client } = await openUserSession(options)
  const opened = await client.call(market.disputeJob, { params: { job_id }, body: { reason, text } }).catch((error) => {
    if (error instanceof ApiError && error.status === 404)
      throw new Failure('notFound', error.message, [disputeWords.jobs])
    throw error
  })
  if (options.json) return printJson(opened)
  tell(disputeWords.opened(opened.job_id, formatCredits(opened.amount)))
}

/** mkt disputes: those of own jobs, newest first. */
export async function disputes(options: JsonOptions & { limit?: number; offset?: number }): Promise<void> {
  const { client, config } = await openUserSession(options)
  const { limit, offset } = options
  const answer = await client.call(market.listDisputes, { query: { limit, offset } })
  if (options.json) return printJson(answer)
  printTable(
    [
      { title: 'JOB' },
      { title: 'STATUS' },
      { title: 'CREDITS', align: 'right' },
      { title: 'REASON' },
      { title: 'CREATED' },
      { title: 'NOTE' },
    ],
    answer.disputes.map((one) => [
      one.job_id,
      one.status,
      formatCredits(one.amount),
      one.reason,
      formatTime(one.created_at, config.now()),
      one.note ?? '',
    ]),
  )
  if (answer.disputes.length === 0) tellQuietly(disputeWords.none)
}
