import { disputeStatus, formatCredits } from '@mkt/schemas'
import { decideDispute, type Verdict } from '../market/disputes/decide-dispute.ts'
import { describeDispute, showDispute } from '../market/disputes/report.ts'
import { allDisputes } from '../market/disputes/store.ts'
import { type DataFlags, onData } from './on-data.ts'
import { type ListFlags, pageOf, print, printList, UsageError } from './report.ts'
import { fieldsText } from './table.ts'

/** Lists disputes, newest job first. */
export async function listDisputes(flags: DataFlags & ListFlags & { status?: string }): Promise<void> {
  const page = pageOf(flags)
  const status = disputeStatus.optional().safeParse(flags.status)
  if (!status.success) throw new UsageError(`--status is "${flags.status}": it must be open, refunded or rejected`)
  const rows = await onData(flags, ({ database }) => allDisputes(database, status.data, page))
  const disputes = rows.map((row) => ({ ...describeDispute(row), user_id: row.user_id }))
  printList(flags, {
    data: { disputes },
    total: disputes.length,
    noun: 'dispute',
    columns: [
      { title: 'JOB' },
      { title: 'STATE' },
      { title: 'AMOUNT', align: 'right' },
      { title: 'REASON' },
      { title: 'CREATED' },
      { title: 'DECIDED' },
      { title: 'HOST' },
      { title: 'BUYER' },
      { title: 'TEXT', shrinks: true },
    ],
    rows: disputes.map((one) => [
      one.job_id,
      one.status,
      formatCredits(one.amount),
      one.reason,
      one.created_at,
      one.decided_at ?? '',
      one.host_id,
      one.user_id,
      one.text ?? '',
    ]),
  })
}

/** A dispute with what its job was asked and answered. */
export async function showOne(job_id: string, flags: DataFlags): Promise<void> {
  const one = await onData(flags, ({ database }) => showDispute(database, job_id))
  const facts = fieldsText([
    ['job', one.job_id],
    ['state', one.status],
    ['reason', one.reason],
    ['text', one.text],
    ['amount', `${formatCredits(one.amount)} credits`],
    ['model', one.model],
    [
      'answer',
      `${one.tokens_generated} of ${one.max_tokens} tokens${one.finish_reason ? `, ended by ${one.finish_reason}` : ''}`,
    ],
    ['host', one.host_id],
    ['buyer', one.user_id],
    ['finished', one.finished_at],
    ['disputed', one.created_at],
    ['decided', one.decided_at],
    ['note', one.note],
  ])
  const erased = '(erased)'
  print(
    flags.json,
    one,
    `${facts}\n\n--- asked\n${one.input_text ?? erased}\n\n--- answered\n${one.output_text ?? erased}`,
  )
}

/** Refunds a disputed job, or rejects the dispute, once. */
export async function decideOpen(
  job_id: string,
  verdict: Verdict,
  flags: DataFlags & { note?: string },
): Promise<void> {
  const wanted = { job_id, verdict, note: flags.note ?? null }
  const row = await onData(flags, (deps) =>
    deps.database.transaction((tx) => decideDispute(tx, deps, deps.actor, wanted)),
  )
  const what = verdict === 'refund' ? `were refunded to ${row.user_id}` : `stay with ${row.host_id} and the marketplace`
  print(
    flags.json,
    { ...describeDispute(row), user_id: row.user_id },
    `${formatCredits(row.charged_nano)} credits ${what}.`,
  )
}
