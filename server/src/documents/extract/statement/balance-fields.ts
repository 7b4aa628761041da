import { around, overlapAcross } from '../../model/box.ts'
import type { Field, Fields } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import type { AmountStyle } from '../../values/amount.ts'
import type { AmountAt } from '../../values/amount-style.ts'
import { alike, borneBySum } from '../labels/alike.ts'
import { bestOf, type Candidate, fieldOf, recognised } from '../labels/candidate.ts'
import { balanceValue, closes } from './balances.ts'
import { datedBalances } from './dated-balances.ts'
import type { Entry } from './entry.ts'
import { signed } from './movements.ts'
import { ownMovements } from './own-movements.ts'
import { shownBalances } from './shown-balances.ts'
import { findSummary, type SummaryField } from './summary.ts'
import type { Account } from './transactions.ts'

/** The account's balances and totals as fields, with what arithmetic says of them. */
export function balanceFields(
  pages: readonly PageLayout[],
  account: Account,
  style: AmountStyle,
  card: boolean,
): Fields {
  const search = (field: SummaryField) =>
    findSummary(pages, field, style, card).filter((found) => !isHeading(found, account))
  const dated = datedBalances(pages, style, card, account)
  const openings = [
    ...dated.openings,
    ...search('opening_balance')
      .filter((found) => isBefore(found, account) && !isMoved(found, account))
      .map((found) => owed(asField(found), account, card)),
    ...rowFields(account, 'opening', card),
    ...search('opening_balance')
      .filter((found) => isAfter(found, account))
      .map((found) => ({ ...asField(found), confidence: 0.7 * found.confidence })),
  ]
  const closings = [
    ...dated.closings,
    ...search('closing_balance')
      .filter((found) => !isMoved(found, account) && !isOfMovement(found, account))
      .map((found) => owed(asField(found), account, card)),
    ...rowFields(account, 'closing', card),
  ]
  const [named, last] = choosePair(openings, closings, account, card)
  const shown = named && last ? undefined : shownBalances(pages, account, style, card)
  const [opening, closing] = [named ?? shown?.opening, last ?? shown?.closing]
  return {
    ...(opening ? { opening_balance: opening } : {}),
    ...(closing ? { closing_balance: closing } : {}),
    ...totalField('deposit', search, account, card),
    ...totalField('withdrawal', search, account, card),
  }
}

const asField = (candidate: Candidate): Field => fieldOf(candidate)

/** A balance that no row of the account comes to may be that of something else that the page lists below. */
const NOT_BORNE_OUT = 0.8

function borneOut(field: Field, { movements }: Account, card: boolean): Field {
  const balances = movements.flatMap(({ entry }) => entry.figures.balance ?? [])
  const held = balances.length === 0 || balances.some((one) => balanceValue(one, card) === field.value)
  return held ? field : { ...field, confidence: NOT_BORNE_OUT * field.confidence }
}

/** Where a ledger has a column for each side and none for balances, one that stands on the side of debits is owed. */
function owed(field: Field, { entries, heads }: Account, card: boolean): Field {
  const sided = heads.some(({ columns }) => {
    const roles = new Set(columns.map(({ role }) => role))
    return roles.has('withdrawal') && roles.has('deposit') && !roles.has('balance')
  })
  const debit = entries.some(({ figures }) => figures.withdrawal?.words.some((word) => field.words.includes(word)))
  return sided && debit && !card ? { ...field, value: -Math.abs(Number(field.value)) } : field
}

/** A column's heading may be called `Closing balance` too; what stands under it is a row's. */
function isHeading({ label }: Candidate, { heads }: Account): boolean {
  const [, y0, , y1] = label.box
  return heads.some(
    ({ page, columns }) =>
      page === label.layout.page.number &&
      columns.some(({ box }) => overlapAcross(box, label.box) > 0 && Math.min(box[3], y1) - Math.max(box[1], y0) > 0),
  )
}

/** The last row may carry what went in and out beside the balance: that stands in its own column. */
function isMoved({ words, label }: Candidate, { entries }: Account): boolean {
  return entries.some(({ figures: { balance, ...moves }, page }) => {
    const beside = Object.values(moves).some((amount) => amount.words.some((word) => words.includes(word)))
    return balance !== undefined && page === label.layout.page.number && beside
  })
}

/** `Amount due` may be what a payment was for: the balance beside it is that of its row. */
function isOfMovement({ words }: Candidate, { entries }: Account): boolean {
  return entries.some(({ kind, figures: { balance, ...moves } }) => {
    const moved = Object.values(moves).some((amount) => amount !== undefined)
    return kind === 'entry' && moved && balance?.words.some((word) => words.includes(word))
  })
}

/** A balance brought forward after the first transaction is that of a page. */
function isBefore(candidate: Candidate, { movements, newestFirst }: Account): boolean {
  const first = movements[0]?.entry
  if (!first || newestFirst) return true
  return candidate.page < first.page || (candidate.page === first.page && candidate.box[1] > first.box[1])
}

/** A summary at the statement's end names the opening balance again, or only there. */
function isAfter(candidate: Candidate, { movements, newestFirst }: Account): boolean {
  const last = movements.at(-1)?.entry
  if (!last || newestFirst) return false
  return candidate.page > last.page || (candidate.page === last.page && candidate.box[3] < last.box[1])
}

function rowFields(account: Account, kind: 'opening' | 'closing', card: boolean): Field[] {
  const { entries, newestFirst } = account
  const first = entries.findIndex((entry) => entry.kind === 'entry')
  const last = entries.findLastIndex((entry) => entry.kind === 'entry')
  return entries.flatMap((entry, index) => {
    const { balance, amount: single, deposit, withdrawal } = entry.figures
    const amount = balance ?? single ?? deposit ?? withdrawal
    // Balances carried over from page to page stand between the transactions.
    const between = index > first && index < last
    const misplaced = first >= 0 && !newestFirst && (between || (kind === 'opening') === index > first)
    const stands = entry.kind === 'stand' && (kind === 'opening') === index < first
    // The last line may sum up what moved and, in the column of balances, what is left.
    const summed = kind === 'closing' && entry.kind === 'total' && balance !== undefined && index > last
    const named = entry.kind === kind || stands || summed
    return named && amount && !misplaced ? [owed(rowField(entry, amount, card), account, card)] : []
  })
}

function rowField(entry: Entry, amount: AmountAt, card: boolean): Field {
  return {
    value: balanceValue(amount, card),
    printed: amount.printed,
    confidence: 0.85 * recognised(amount.words),
    page: entry.page,
    box: around(amount.words.map(({ box }) => box)),
    words: amount.words,
    method: 'row',
  }
}

type Pair = [opening: Field | undefined, closing: Field | undefined]

/** Of balances that are labelled alike those between which the transactions lead, else the surest of each. */
function choosePair(openings: Field[], closings: Field[], account: Account, card: boolean): Pair {
  const { movements } = account
  const [before, after] = [alike(openings), alike(closings)]
  for (const opening of before)
    for (const closing of after) {
      if (movements.length === 0 || !closes(movements, Number(opening.value), Number(closing.value), card)) continue
      const several = (areSeveral(before) && areSeveral(after)) || listsAnother(account)
      const [one, other] = several ? [[], []] : [before, after]
      return [borneBySum(opening, one, PROVEN), borneBySum(closing, other, PROVEN)]
    }
  for (const opening of before)
    for (const closing of after) {
      const own = ownMovements(account, Number(opening.value), Number(closing.value), card)
      if (own.length < movements.length) return [opening, closing]
    }
  return [surest(openings), surest(closings.map((field) => borneOut(field, account, card)))]
}

/** Rows behind those of the account are another's, and so may be a balance that is named as well. */
function listsAnother({ entries, movements }: Account): boolean {
  const last = Math.max(...movements.map(({ entry }) => entry.strip))
  return entries.some(({ kind, strip }) => kind === 'entry' && strip > last)
}

/** Where both are named with several values, the paper lists several accounts. */
const areSeveral = (fields: readonly Field[]) => new Set(fields.map(({ value }) => value)).size > 1

/** What the rows lead to is at least this sure, where nothing that is labelled as well says otherwise. */
const PROVEN = 0.985

function surest(fields: Field[]): Field | undefined {
  const [best] = fields.toSorted((a, b) => b.confidence - a.confidence)
  const agree = best && fields.filter(({ value }) => value === best.value).length > 1
  return best && { ...best, confidence: agree ? 1 - (1 - best.confidence) / 2 : best.confidence }
}

function totalField(
  direction: 'deposit' | 'withdrawal',
  search: (field: SummaryField) => Candidate[],
  account: Account,
  card: boolean,
): Fields {
  const name = `total_${direction}s` as const
  const candidates = search(name)
  const moved = account.movements.filter((movement) => movement.direction === direction)
  const sum = Math.abs(moved.reduce((total, movement) => total + Math.round(signed(movement) * 100), 0))
  // The last line may carry the totals beside the balance. A summary under the table with captions of its own, which
  // call a figure the other direction's, is no line of it.
  const rows = account.entries.filter(
    ({ kind, figures }) => figures[direction] && (kind === 'total' || (kind === 'closing' && figures.balance)),
  )
  const other = direction === 'deposit' ? 'withdrawals' : 'deposits'
  const others = [...search(`total_${other}`), ...search(`bare_${other}`)]
  const printed = rows
    .map((entry) => rowField(entry, entry.figures[direction] as AmountAt, card))
    .filter(({ words }) => !others.some((called) => called.words.some((word) => words.includes(word))))
  const named = [...candidates.map(asField), ...printed]
  // A name that columns bear too is no reason to pass over a total that is called one.
  const all = named.length > 0 ? named : search(`bare_${direction}s`).map(asField)
  const exacts = alike(all).filter(({ value }) => Math.abs(Math.round(Number(value) * 100)) === sum)
  // Printed with a minus in one place and without in another it is no negative.
  const exact = exacts.find(({ value }) => Number(value) > 0) ?? exacts[0]
  if (exact && sum > 0) return { [name]: magnitude(borneBySum(exact, [], PROVEN)) }
  const best = bestOf(candidates)
  const field = best ? fieldOf(best) : surest(printed)
  // A label of the totals that disagrees with the rows may be that of a part (`Total ATM withdrawals`).
  return field
    ? { [name]: magnitude({ ...field, confidence: field.confidence * (moved.length > 0 ? 0.6 : 0.85) }) }
    : {}
}

/** What the label calls money in or out needs no sign: one that is printed says what it does to the balance. */
const magnitude = (field: Field): Field => ({ ...field, value: Math.abs(Number(field.value)) })
