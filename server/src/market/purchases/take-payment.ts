import { formatCredits, MAX_NANO } from '@mkt/schemas'
import { userById } from '../../accounts/user-store.ts'
import type { Tx } from '../../storage/database.ts'
import type { Market } from '../deps.ts'
import { mustPost } from '../earnings/freeze.ts'
import { issuanceAccount, KINDS, reserveAccount, userAccount } from '../ledger/accounts.ts'
import { purchase } from '../ledger/postings.ts'
import { holdBalances } from '../ledger/store.ts'
import { holdPayment, keepEarlyDispute, removeEarlyDispute, takeEarlyDispute } from './early-store.ts'
import { formatAmount } from './money.ts'
import type { PaymentChange, PaymentEvent } from './provider.ts'
import {
  insertPaymentEvent,
  lockPurchase,
  type PurchaseRow,
  purchaseIdOfPayment,
  savePurchase,
  setEventOutcome,
} from './purchase-store.ts'
import { reverse, undo } from './reverse.ts'

type Deps = Pick<Market, 'database' | 'clock' | 'ids' | 'log'>

/** What came of an event. `refused`: money moved in a way that no purchase explains; `again`: it was here before. */
export interface Outcome {
  outcome: 'applied' | 'ignored' | 'refused' | 'again'
  note: string | null
  /** What an operator should look at though the event was applied. */
  warning?: string
}

/**
 * Takes in what a payment provider told, once per event and once per change, in whatever order and however often it
 * comes; all in one transaction, so that an event is either kept with its effect or told again by the provider.
 *
 * A purchase is pending until it is paid, expires or fails; a payment that comes later still makes it paid, since the
 * money is there. A refund or a dispute takes its credits back as far as they are left: of the whole amount it makes
 * the purchase refunded, or disputed. A refund proves a payment that was not told yet, a dispute waits for it. A refund
 * that did not arrive and a dispute that was won give nothing back here: an operator decides whether the buyer gets
 * money or credits.
 */
export async function takePayment(deps: Deps, event: PaymentEvent): Promise<Outcome> {
  const { change } = event
  if (!change) return { outcome: 'ignored', note: null }
  const result = await deps.database.transaction(async (tx): Promise<Outcome> => {
    if (event.payment_id !== undefined) await holdPayment(tx, event.payment_id)
    const purchase_id = event.purchase_id ?? (event.payment_id && (await purchaseIdOfPayment(tx, event.payment_id)))
    // Another product of the same account at the provider, or a payment that is still to be told.
    if (!purchase_id) return await ofNoPurchase(tx, deps, event, change)
    const found = await takeChange(tx, deps, { ...event, purchase_id }, change)
    if (found.outcome !== 'applied' || event.payment_id === undefined) return found
    const early = await takeEarlyDispute(tx, event.payment_id)
    if (!early) return found
    const { event_id, type, currency } = early
    const dispute = { kind: 'disputed' as const, amount_minor: undefined, currency }
    const { warning } = await takeChange(tx, deps, { ...event, purchase_id, event_id, type }, dispute)
    return applied(found.warning, warning)
  })
  const about = {
    event_id: event.event_id,
    type: event.type,
    purchase_id: event.purchase_id,
    payment_id: event.payment_id,
  }
  if (result.outcome === 'refused') deps.log.error(about, `a payment needs an operator: ${result.note}`)
  else if (result.warning) deps.log.warn(about, `a payment needs an operator: ${result.warning}`)
  return result
}

/** One event, once. */
async function takeChange(
  tx: Tx,
  deps: Deps,
  event: PaymentEvent & { purchase_id: string },
  change: PaymentChange,
): Promise<Outcome> {
  const { event_id, type, purchase_id } = event
  const told = { event_id, type, purchase_id, outcome: 'applied' as const, note: null, received_at: deps.clock.now() }
  if (!(await insertPaymentEvent(tx, told))) return { outcome: 'again', note: null }
  const row = await lockPurchase(tx, purchase_id)
  const found: Outcome = row ? await applyChange(tx, deps, row, event, change) : { outcome: 'refused', note: UNKNOWN }
  if (found.outcome !== 'again')
    await setEventOutcome(tx, { event_id, purchase_id, outcome: found.outcome, note: found.note })
  return found
}

/**
 * A dispute names its payment only: told before the payment was, it looks as one of another product does. So it waits
 * for the payment, until it is won or forgotten.
 */
async function ofNoPurchase(tx: Tx, deps: Deps, event: PaymentEvent, change: PaymentChange): Promise<Outcome> {
  const note = 'of no purchase here'
  const { event_id, type, payment_id } = event
  if (change.kind === 'dispute won' && payment_id !== undefined) await removeEarlyDispute(tx, payment_id)
  if (change.kind !== 'disputed' || payment_id === undefined) return { outcome: 'ignored', note }
  const { currency } = change
  await keepEarlyDispute(tx, { payment_id, event_id, type, currency, told_at: deps.clock.now() })
  const warning = 'it is disputed, and of no purchase here so far: should its payment come, its credits are taken back'
  return { outcome: 'ignored', note, warning }
}

const UNKNOWN = 'there is no such purchase'
const UNPAID = new Set<PurchaseRow['status']>(['pending', 'expired', 'failed'])

async function applyChange(
  tx: Tx,
  deps: Deps,
  row: PurchaseRow,
  event: PaymentEvent,
  change: PaymentChange,
): Promise<Outcome> {
  const { payment_id = row.payment_id ?? undefined } = event
  const known = { ...row, payment_id: payment_id ?? null }
  if (change.kind === 'refund failed' || change.kind === 'dispute won') {
    const left = await undo(tx, deps, { row, event }, change)
    return { outcome: 'refused', note: undoneNote(left, change.kind) }
  }
  if (!('currency' in change)) {
    if (row.status !== 'pending') return { outcome: 'ignored', note: `the purchase is ${row.status} already` }
    await savePurchase(tx, { ...known, status: change.kind })
    return { outcome: 'applied', note: null }
  }
  const wrong = mismatch(row, change)
  if (wrong) return { outcome: 'refused', note: wrong }
  if (change.kind === 'paid' && !UNPAID.has(row.status))
    return { outcome: 'ignored', note: `the purchase is ${row.status} already` }
  const own = KINDS.flatMap((kind) => [userAccount(row.user_id, kind), reserveAccount(row.user_id, kind)])
  const balances = await holdBalances(tx, [issuanceAccount(), ...own])
  // Of these alone a reversal takes back: promotional credits were not bought.
  const spendable = balances.get(userAccount(row.user_id)) ?? 0n
  const paying = UNPAID.has(row.status)
  const most = own.reduce((sum, account) => sum + (balances.get(account) ?? 0n), row.credits_nano)
  if (paying && most > MAX_NANO) return { outcome: 'refused', note: `it would make the balance ${formatCredits(most)}` }
  const paid = paying ? await pay(tx, deps, known) : known
  const ended = paying ? await endedAccount(tx, row) : undefined
  if (change.kind === 'paid') return applied(ended && `${ended}; refund it where it was paid`)
  const paidWith = { row: paid, event, spendable: paying ? spendable + row.credits_nano : spendable }
  const { status, owing } = await reverse(tx, deps, paidWith, change)
  const rest = status === 'paid' ? 'a part of it was refunded; refund the rest where it was paid' : `it is ${status}`
  return applied(ended && `${ended}; ${rest}`, owing)
}

function applied(...warnings: (string | undefined)[]): Outcome {
  const warning = warnings.filter((one) => one !== undefined).join('; ')
  return { outcome: 'applied', note: null, ...(warning === '' ? {} : { warning }) }
}

function undoneNote({ taken_back_nano, owed_nano }: PurchaseRow, kind: 'refund failed' | 'dispute won'): string {
  const owed = owed_nano === 0n ? '' : `, ${formatCredits(owed_nano)} are owed still`
  const taken = `${formatCredits(taken_back_nano)} credits were taken back${owed}`
  return kind === 'dispute won'
    ? `the dispute was won, and ${taken}: grant them again if the buyer shall have them`
    : `a refund did not reach the buyer, and ${taken}: refund in another way, or grant them again`
}

type Moved = Extract<PaymentChange, { currency: string }>

/** Undefined where what was paid is what was asked for. */
function mismatch(row: PurchaseRow, change: Moved): string | undefined {
  const { amount_minor = row.amount_minor, currency } = change
  if (amount_minor === row.amount_minor && currency === row.currency) return undefined
  const wanted = `${formatAmount(row.amount_minor, row.currency)} ${row.currency}`
  return `${formatAmount(amount_minor, currency)} ${currency} were paid instead of ${wanted}`
}

async function pay(tx: Tx, deps: Deps, row: PurchaseRow): Promise<PurchaseRow> {
  const paid = { ...row, status: 'paid' as const, paid_at: deps.clock.now() }
  await savePurchase(tx, paid)
  await mustPost(tx, deps, purchase(row.user_id, row.purchase_id, row.credits_nano))
  return paid
}

/** Undefined where who pays is there to spend it. */
async function endedAccount(tx: Tx, { user_id }: PurchaseRow): Promise<string | undefined> {
  const user = await userById(tx, user_id)
  if (user?.deleted_at !== null) return `${user_id} ended the account before paying`
  return user.disabled === 1 ? `${user_id} was disabled before paying` : undefined
}
