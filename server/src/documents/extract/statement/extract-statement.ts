import { levelLines } from '../../layout/level-lines.ts'
import type { Field, Fields } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import type { AmountStyle } from '../../values/amount.ts'
import { amountStyle } from '../../values/amount-style.ts'
import { documentCurrency } from '../../values/currency.ts'
import type { Period } from '../../values/date.ts'
import { findDates } from '../../values/date.ts'
import { dateOrder } from '../../values/date-order.ts'
import type { Extractor } from '../extractor.ts'
import { findAccountNumber } from './account-number.ts'
import { balanceFields } from './balance-fields.ts'
import { closes, settleDirections } from './balances.ts'
import { findBankName } from './bank-name.ts'
import { currencyField } from './currency-field.ts'
import { lastDay } from './dated-balances.ts'
import { findHolder, holderAbove, holderBeside, holderInCapitals } from './holder.ts'
import { ownMovements } from './own-movements.ts'
import { findPeriod } from './period.ts'
import { tableOf } from './transaction-table.ts'
import { type Account, readAccount } from './transactions.ts'

/** Statements of bank accounts and of credit cards: letterhead, period, balances, totals, and every transaction. */
export const extractStatement: Extractor = (section, printed) => {
  const pages = printed.map(levelLines)
  const card = section.type === 'CREDIT_CARD_STATEMENT'
  const text = pages.map((page) => page.text).join('\n')
  const style = amountStyle(pages.flatMap(({ page }) => page.words.filter(({ visibility }) => visibility === 'shown')))
  const currency = documentCurrency(text)
  const order = dateOrder(text, { currency: currency?.currency })
  const dates = ending(findPeriod(pages, order), pages, style, card)
  const account = readAccount(pages, { style, period: periodOf(dates, text), order, card })
  const balances = balanceFields(pages, account, style, card)
  const [opening, closing] = [amountOf(balances.opening_balance), amountOf(balances.closing_balance)]
  const check = settleDirections(account.movements, opening, card)
  const own = ownMovements(account, opening, closing, card)
  // Directions and tables are settled now: what arithmetic says of the balances may have changed.
  const settled = { ...account, movements: own }
  const number = findAccountNumber(pages)
  const holder =
    findHolder(pages) ?? holderBeside(pages, number) ?? holderAbove(pages, number) ?? holderInCapitals(pages)
  const bank = findBankName(pages, holder && String(holder.value), tableTop(account, pages[0]))
  const table = tableOf(settled.movements, check, closes(own, opening, closing, card), card)
  const money = currencyField(pages, currency)
  return {
    fields: {
      ...(bank ? { bank_name: bank } : {}),
      ...(holder ? { account_holder_name: holder } : {}),
      ...(number ? { account_number: number } : {}),
      ...held(dates, settled),
      ...balanceFields(pages, settled, style, card),
      ...(money ? { currency: money } : {}),
    },
    tables: table ? [table] : [],
  }
}

/** A period without an end goes to the day of the last balance that is called by its day. */
function ending(dates: Fields, pages: readonly PageLayout[], style: AmountStyle, card: boolean): Fields {
  const end = dates.statement_end_date ?? lastDay(pages, style, card)
  return end ? { ...dates, statement_end_date: end } : dates
}

/** What was booked later says that the day was another's. */
function held({ statement_end_date: end, ...rest }: Fields, { movements }: Account): Fields {
  const kept =
    end && (end.method !== 'balance-day' || movements.every(({ date }) => !date || date <= String(end.value)))
  return kept ? { ...rest, statement_end_date: end } : rest
}

/** The top of the first page's transactions. */
function tableTop({ entries }: ReturnType<typeof readAccount>, first: PageLayout | undefined): number {
  const tops = entries.filter(({ page }) => page === first?.page.number).map(({ box }) => box[3])
  return Math.max(0, ...tops)
}

const amountOf = (field: Field | undefined) => (field ? Number(field.value) : undefined)

/**
 * The period printed, else the time around the dates that are printed in full: days without a year need one. Undefined
 * where the page prints no year at all.
 */
function periodOf({ statement_start_date: start, statement_end_date: end }: Fields, text: string): Period | undefined {
  if (start && end) return { start: String(start.value), end: String(end.value) }
  const printed = findDates(text).map(({ value }) => value)
  const last = end ? String(end.value) : printed.toSorted().at(-1)
  if (!last) return undefined
  const first = start ? String(start.value) : isoBefore(last, 45)
  return { start: first, end: last }
}

function isoBefore(date: string, days: number): string {
  return new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10)
}
