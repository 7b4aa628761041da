import { type DisputedJob, type DisputeStatus, formatCredits, market } from '@mkt/schemas'
import { tell, tellQuietly } from '../output.ts'
import { printFields, printJson, printTable } from '../render.ts'
import { openUserSession } from '../session.ts'
import { creditCount } from '../words/count.ts'
import { disputeWords } from '../words/dispute.ts'
import { formatTime } from '../words/time.ts'
import { asOperator, type JsonOptions, type PageOptions } from './admin.ts'

/** mkt admin disputes list */
export async function disputes(options: PageOptions & { status?: DisputeStatus }): Promise<void> {
  const { client, config } = await openUserSession(options)
  const { status, limit, offset = 0 } = options
  const answer = await asOperator(client.call(market.adminDisputes, { query: { status, limit, offset } }))
  if (options.json) return printJson(answer)
  printTable(
    [
      { title: 'JOB' },
      { title: 'STATUS' },
      { title: 'CREDITS', align: 'right' },
      { title: 'REASON' },
      { title: 'HOST' },
      { title: 'BUYER' },
      { title: 'CREATED' },
      { title: 'TEXT' },
    ],
    answer.disputes.map((one) => [
      one.job_id,
      one.status,
      formatCredits(one.amount),
      one.reason,
      one.host_id,
      one.user_id,
      formatTime(one.created_at, config.now()),
      one.text ?? '',
    ]),
  )
  if (answer.disputes.length === 0) tellQuietly(disputeWords.noSuch)
}

/** mkt admin disputes show: by what an operator judges. */
export async function showDispute(job_id: string, options: JsonOptions): Promise<void> {
  const { client, config } = await openUserSession(options)
  const one = await asOperator(client.call(market.showDispute, { params: { job_id } }))
  if (options.json) return printJson(one)
  const time = (at: string | null) => at && formatTime(at, config.now())
  printFields([
    ['job', one.job_id],
    ['status', one.status],
    ['reason', one.reason],
    ['text', one.text],
    ['cost', creditCount(one.amount)],
    ['model', one.model],
    ['answer', disputeWords.answer(one.tokens_generated, one.max_tokens, one.finish_reason)],
    ['host', one.host_id],
    ['checked', disputeWords.checked(one.verification)],
    ...readingOf(one),
    ['buyer', one.user_id],
    ['finished', time(one.finished_at)],
    ['disputed', time(one.created_at)],
    ['decided', time(one.decided_at)],
    ['note', one.note],
    ['asked', one.input_text ?? disputeWords.erased],
    ['answered', one.output_text ?? disputeWords.erased],
  ])
}

/** How a trusted host found the text: a line for each test. */
function readingOf({ reading }: DisputedJob): [string, string][] {
  if (!reading) return [['read', disputeWords.unread]]
  const { findings, odd, tokens } = reading
  const found = findings.map(({ kind, value, level }) => disputeWords.finding(kind, value, level, odd))
  return [['read', disputeWords.read(tokens)], ...found.map((line): [string, string] => ['', line])]
}

/** mkt admin disputes refund, reject */
export async function decideDispute(
  job_id: string,
  decision: 'refund' | 'reject',
  options: JsonOptions & { note?: string },
): Promise<void> {
  const { client } = await openUserSession(options)
  const body = { decision, note: options.note }
  const one = await asOperator(client.call(market.decideDispute, { params: { job_id }, body }))
  if (options.json) return printJson(one)
  tell(disputeWords.decided(one.job_id, one.status, creditCount(one.amount), one.user_id, one.host_id))
}
