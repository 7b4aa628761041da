import type { Books, JobRecord } from './books.ts'
import { checkDisputes, OF_DISPUTES } from './check-disputes.ts'
import type { Facts } from './facts.ts'
import { type Segment, segmentsByJob } from './segments.ts'

/** 12 % of gross rounded half up, as the contract words it, and the rest. */
function sharesOf(gross: bigint): { fee: bigint; host: bigint } {
  const twelve = gross * 12n
  const rest = twelve % 100n
  const fee = (twelve - rest) / 100n + (rest >= 50n ? 1n : 0n)
  return { fee, host: gross - fee }
}

/** At the end of a run: every account holds exactly what the contract says that it must, figured anew from the jobs. */
export function checkMoney(books: Books, facts: Facts): void {
  const jobs = books.jobs()
  const wanted = new Map<string, bigint>()
  const add = (account: string, amount: bigint) => wanted.set(account, (wanted.get(account) ?? 0n) + amount)
  const refunded = checkDisputes(books, jobs, facts)
  const segments = segmentsByJob(books)
  for (const job of jobs) chargeOf(job, segments.get(job.job_id) ?? [], { facts, add, refunded })
  clawBacks(books, facts, add)
  grants(books, facts, add)
  withdrawals(books, facts, add)
  for (const [account, balance] of wherever(books.balances()))
    if (balance !== (wanted.get(account) ?? 0n))
      facts.broken('every account holds what it must', `${account}: ${balance}, not ${wanted.get(account) ?? 0n}`)
  endsOnce(books, jobs, facts)
  totals(books, jobs, { facts, segments })
}

/** What a host has, whether it can take it out, or it is frozen. */
function wherever(balances: ReadonlyMap<string, bigint>): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const [account, balance] of balances) {
    const holder = account.replace(/^host-[a-z]+?(-promo)?:/, (name, promo = '') =>
      name.startsWith('host-promo') ? name : `host${promo}:`,
    )
    sums.set(holder, (sums.get(holder) ?? 0n) + balance)
  }
  return sums
}

interface Ledger {
  facts: Facts
  add: (account: string, amount: bigint) => void
  /** By job: the hosts whose shares were given back. */
  refunded: ReadonlyMap<string, ReadonlySet<string>>
}

/** One charge for the whole text, of which each of its hosts has a share: what it wrote at its own price. */
function chargeOf(job: JobRecord, segments: readonly Segment[], ledger: Ledger): void {
  const { job_id, tokens_generated, charged_nano, earned_nano } = job
  const { facts } = ledger
  const shares = segments.map((segment) => ({ ...segment, gross: segment.billed * segment.price_nano }))
  const gross = shares.reduce((sum, share) => sum + share.gross, 0n)
  const tokens = shares.reduce((sum, { billed }) => sum + billed, 0n)
  const last = sharesOf(shares.at(-1)?.gross ?? 0n)
  if (charged_nano !== gross || tokens !== tokens_generated || earned_nano !== last.host)
    facts.broken('charged is tokens times price', `${job_id}: ${charged_nano}, ${earned_nano} for ${tokens_generated}`)
  const kept = facts.submissions.get(job.input_text)?.keep || facts.isErased(job)
  if (job.state === 'failed' && job.error !== 'cancelled' && charged_nano !== 0n && !kept)
    facts.broken('failed jobs are free', job_id)
  if (tokens_generated > job.max_tokens) facts.broken('never more than max_tokens', job_id)
  // Promotional credits first; of either kind fee and host's share, which together are those of the whole charge.
  let promo = job.reserved_promo_nano
  for (const share of shares) {
    demandPrice(job, share, facts)
    const free = share.gross < promo ? share.gross : promo
    promo -= free
    if (!ledger.refunded.get(job_id)?.has(share.host_id)) payShare(job, share, { free, add: ledger.add })
  }
}

function demandPrice(job: JobRecord, { host_id, price_nano }: Segment, facts: Facts): void {
  const { job_id, input_text, price_cap_nano } = job
  const most = facts.submissions.get(input_text)?.max_price_nano
  if ((most !== undefined && price_nano > most) || price_nano > price_cap_nano)
    facts.broken("never above the buyer's limit", `${job_id}: ${price_nano}`)
  if (facts.prices.get(host_id)?.has(price_nano) === false)
    facts.broken('a host is paid a price that it asked', `${job_id}: ${price_nano}`)
}

/** `free`: what of it was promotional. A refund is this undone. */
function payShare(
  { user_id }: JobRecord,
  { host_id, gross }: { host_id: string; gross: bigint },
  { free, add }: { free: bigint; add: Ledger['add'] },
): void {
  const { fee, host } = sharesOf(gross)
  const given = sharesOf(free)
  add(`user:${user_id}`, free - gross)
  add(`user-promo:${user_id}`, -free)
  add(`host:${host_id}`, host - given.host)
  add(`host-promo:${host_id}`, given.host)
  add('platform:fees', fee - given.fee)
  add('platform:fees-promo', given.fee)
}

function grants(books: Books, facts: Facts, add: (account: string, amount: bigint) => void): void {
  const issues = books.transactions().filter(({ kind }) => kind === 'issue')
  for (const [reason, { user_id, amount, promotional, transaction_id }] of facts.grants) {
    const posted = issues.filter((issue) => issue.reason === reason)
    if (posted.length > 1) facts.broken('a grant is posted once', reason)
    if (transaction_id !== undefined && posted[0]?.transaction_id !== transaction_id)
      facts.broken('an acknowledged grant is kept', reason)
    if (posted.length === 0) continue
    const kind = promotional ? '-promo' : ''
    add(`user${kind}:${user_id}`, amount)
    add(`platform:issuance${kind}`, -amount)
  }
  if (issues.some(({ reason }) => !facts.grants.has(reason ?? ''))) facts.broken('nobody else issues credits', '')
}

function withdrawals(books: Books, facts: Facts, add: (account: string, amount: bigint) => void): void {
  const rows = books.withdrawals()
  const owners = new Map(books.hosts().map((host) => [host.host_id, host.owner_user_id]))
  for (const row of rows) {
    const { host_id, amount_nano, promo_nano, status, destination, withdrawal_id } = row
    if (status === 'rejected') continue
    add(`host:${host_id}`, promo_nano - amount_nano)
    add(`host-promo:${host_id}`, -promo_nano)
    if (destination !== 'credits') {
      add('platform:payouts', amount_nano)
      if (promo_nano !== 0n) facts.broken('promotional credits never leave', withdrawal_id)
      continue
    }
    const owner = transferOwner(books, withdrawal_id) ?? owners.get(host_id)
    add(`user:${owner}`, amount_nano - promo_nano)
    add(`user-promo:${owner}`, promo_nano)
  }
  for (const [destination, known] of facts.withdrawals) {
    // The end of its owner's account erases where it went.
    const found = rows.filter((row) => row.destination === destination || row.withdrawal_id === known.withdrawal_id)
    if (found.length > 1) facts.broken('a withdrawal is made once', destination)
    if (known.withdrawal_id === undefined) continue
    const [row] = found
    if (row?.withdrawal_id !== known.withdrawal_id || row.amount_nano !== known.amount)
      facts.broken('an acknowledged withdrawal is kept', destination)
    if (known.resolved && row?.status !== known.resolved)
      facts.broken('a resolution is kept', `${destination}: ${known.resolved}, ${row?.status}`)
  }
  const credited = rows.filter(({ destination }) => destination === 'credits')
  for (const { withdrawal_id, amount } of facts.transfers)
    if (credited.find((row) => row.withdrawal_id === withdrawal_id)?.amount_nano !== amount)
      facts.broken('an acknowledged withdrawal is kept', withdrawal_id)
}

/** What an operator took for good has gone from its host to the platform's forfeits, and from nowhere else. */
function clawBacks(books: Books, facts: Facts, add: (account: string, amount: bigint) => void): void {
  const sql = `select t.transaction_id, l.account_id, l.amount_nano from ledger_transactions t
    join ledger_entries l on l.transaction_id = t.transaction_id where t.kind = 'claw-back'`
  const entries = books.all<{ transaction_id: string; account_id: string; amount_nano: bigint }>(sql)
  const taken: string[] = []
  for (const posted of Map.groupBy(entries, ({ transaction_id }) => transaction_id).values()) {
    const of = posted.filter(({ account_id }) => account_id.startsWith('host-frozen'))
    const host_id = of[0]?.account_id.replace(/^[^:]*:/, '') ?? ''
    for (const { account_id, amount_nano } of of) {
      const promo = account_id.startsWith('host-frozen-promo') ? '-promo' : ''
      add(`host${promo}:${host_id}`, amount_nano)
      add(`platform:forfeits${promo}`, -amount_nano)
    }
    taken.push(`${host_id} ${-of.reduce((sum, { amount_nano }) => sum + amount_nano, 0n)}`)
  }
  for (const { host_id, amount } of facts.clawedBack)
    if (!taken.includes(`${host_id} ${amount}`)) facts.broken('what was clawed back is told truly', host_id)
}

/** Whose credits a transfer went to: the host may have had another owner since. */
function transferOwner(books: Books, withdrawal_id: string): string | undefined {
  const sql = `select t.reason as reason, l.account_id as account from ledger_transactions t
    join ledger_entries l on l.transaction_id = t.transaction_id where t.kind = 'transfer' and l.amount_nano > 0`
  const found = books.all<{ reason: string; account: string }>(sql).find(({ reason }) => reason === withdrawal_id)
  return found?.account.slice(found.account.indexOf(':') + 1)
}

/** A job with money in it is reserved once and ends once in the ledger, and one without a charge is released. */
function endsOnce(books: Books, jobs: readonly JobRecord[], facts: Facts): void {
  const byJob = Map.groupBy(books.transactions(), ({ job_id }) => job_id)
  for (const job of jobs) {
    const kinds = (byJob.get(job.job_id) ?? []).map(({ kind }) => kind).filter((kind) => !OF_DISPUTES.has(kind))
    kinds.sort()
    const kept = facts.submissions.get(job.input_text)?.keep || facts.isErased(job)
    const charged = job.state === 'completed' || job.error === 'cancelled' || kept ? ['charge', 'release'] : ['release']
    const right =
      job.reserved_nano === 0n
        ? kinds.length === 0
        : kinds.length === 2 && kinds.includes('reserve') && kinds.some((kind) => charged.includes(kind))
    if (!right) facts.broken('a job is reserved once and ended once', `${job.job_id}: ${kinds.join(' ')}`)
  }
}

interface Written {
  facts: Facts
  segments: ReadonlyMap<string, readonly Segment[]>
}

function totals(books: Books, jobs: readonly JobRecord[], { facts, segments }: Written): void {
  const completed = jobs.filter(({ state }) => state === 'completed')
  for (const host of books.hosts()) {
    const own = [...segments.values()].flat().filter(({ host_id }) => host_id === host.host_id)
    const earned = own.reduce((sum, { billed, price_nano }) => sum + sharesOf(billed * price_nano).host, 0n)
    // Of a text that others wrote too its end counts as its own, and what it wrote.
    const done = completed.filter(({ host_id }) => host_id === host.host_id)
    const tokens = done.reduce((sum, { job_id }) => sum + (segments.get(job_id)?.at(-1)?.billed ?? 0n), 0n)
    if (host.earned_nano !== earned || Number(host.jobs_completed) !== done.length || host.tokens_total !== tokens)
      facts.broken("a host's totals are its jobs'", `${host.host_id}: ${host.earned_nano}, ${earned}`)
  }
  const [total] = books.all<{ value: bigint }>("select value from totals where name = 'jobs_completed'")
  if (Number(total?.value) !== completed.length) facts.broken('the total of completed jobs is right', `${total?.value}`)
  for (const { user_id, total_jobs } of books.all<{ user_id: string; total_jobs: bigint }>('select * from users'))
    if (Number(total_jobs) !== jobs.filter((job) => job.user_id === user_id).length)
      facts.broken("a user's total is right", `${user_id}: ${total_jobs}`)
  for (const { waiting } of books.all<{ waiting: bigint }>('select waiting from queues'))
    if (waiting !== 0n) facts.broken('no queue counts what it does not hold', String(waiting))
}
