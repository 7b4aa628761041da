import type { Books, DisputeRecord, JobRecord } from './books.ts'
import type { Facts } from './facts.ts'

/** What the ledger says of a job beside its reserve and its end. */
export const OF_DISPUTES: ReadonlySet<string> = new Set(['dispute', 'undispute', 'refund'])

const WANTED = { open: ['dispute'], refunded: ['dispute', 'refund'], rejected: ['dispute', 'undispute'] }

/**
 * At the end of a run: each dispute has the postings of its state and no others, a refund brought back exactly what was
 * charged to those of its hosts that still had it, in the kinds that were charged, and what was answered holds. Answers
 * which hosts' shares of which jobs were refunded.
 */
export function checkDisputes(books: Books, jobs: readonly JobRecord[], facts: Facts): Map<string, Set<string>> {
  const byJob = new Map(jobs.map((job) => [job.job_id, job]))
  const hosts = disputedHosts(books)
  const disputes = new Map(books.disputes().map((row) => [row.job_id, row]))
  const postings = Map.groupBy(
    books.transactions().filter(({ kind }) => OF_DISPUTES.has(kind)),
    ({ job_id }) => job_id ?? '',
  )
  for (const job_id of new Set([...disputes.keys(), ...postings.keys()])) {
    const row = disputes.get(job_id)
    const kinds = (postings.get(job_id) ?? []).map(({ kind }) => kind).sort()
    const each = row ? WANTED[row.status].flatMap((kind) => [...(hosts.get(job_id) ?? [])].map(() => kind)) : []
    if (!row || kinds.join(' ') !== each.join(' '))
      facts.broken('a dispute is posted as it stands', `${job_id} is ${row?.status}: ${kinds.join(' ')}`)
  }
  for (const [job_id, { decided }] of facts.disputes)
    if (!disputes.has(job_id) || (decided && disputes.get(job_id)?.status !== decided))
      facts.broken('an acknowledged dispute is kept', `${job_id}: ${decided}, ${disputes.get(job_id)?.status}`)
  const refunded = [...disputes.values()].filter(({ status }) => status === 'refunded')
  for (const row of refunded) refundedRight(books, byJob.get(row.job_id) as JobRecord, { row, facts })
  return new Map(refunded.map(({ job_id }) => [job_id, hosts.get(job_id) as Set<string>]))
}

/** By job, those of its hosts whose shares are disputed: who had taken out what it earned is not among them. */
function disputedHosts(books: Books): Map<string, Set<string>> {
  const hosts = new Map<string, Set<string>>()
  for (const { job_id, host_id } of [...books.disputes(), ...books.disputeShares()])
    hosts.set(job_id, (hosts.get(job_id) ?? new Set()).add(host_id))
  return hosts
}

function refundedRight(books: Books, job: JobRecord, { row, facts }: { row: DisputeRecord; facts: Facts }): void {
  const { job_id, user_id } = row
  const promo = job.charged_nano < job.reserved_promo_nano ? job.charged_nano : job.reserved_promo_nano
  const got = refundOf(books, job_id)
  const [paid, free] = [got.get(`user:${user_id}`), got.get(`user-promo:${user_id}`)]
  const whole = row.charged_nano === job.charged_nano
  if (paid + free !== row.charged_nano || free > promo || (whole && free !== promo))
    facts.broken('a refund is of the kinds that were paid', job_id)
}

/** What a job's refund brought to the accounts of users, 0 where nothing. */
function refundOf(books: Books, job_id: string): { get(account: string): bigint } {
  const sql = `select t.job_id as job_id, l.account_id as account, l.amount_nano as amount from ledger_transactions t
    join ledger_entries l on l.transaction_id = t.transaction_id where t.kind = 'refund'`
  const entries = books.all<{ job_id: string; account: string; amount: bigint }>(sql)
  const own = new Map<string, bigint>()
  for (const { account, amount } of entries.filter((entry) => entry.job_id === job_id))
    own.set(account, (own.get(account) ?? 0n) + amount)
  return { get: (account) => own.get(account) ?? 0n }
}
