import type { Chance } from './chance.ts'
import type { Generator } from './specimen.ts'
import { type Account, type Entry, openAccount } from './statement-account.generator.ts'
import { drawHead } from './statement-head.generator.ts'
import { columnsOf, type LedgerPlan, money, planLedger, printRows, truthOf } from './statement-ledger.generator.ts'
import { isoOf } from './statement-locale.generator.ts'
import { Paper } from './statement-paper.generator.ts'
import { type Column, drawTable, type PrintedRow, type TableStyle } from './statement-table.generator.ts'
import { STATEMENT_WORDS, type StatementWords } from './statement-words.generator.ts'

/** One statement while it is drawn. */
export interface Draft {
  chance: Chance
  paper: Paper
  account: Account
  words: StatementWords
  plan: LedgerPlan
  fields: Record<string, string | number>
}

/** A bank account's statement: one running table, or sections of deposits and withdrawals. */
export const bankStatement: Generator = async (chance) => {
  const account = openAccount(chance, false)
  const words = STATEMENT_WORDS[account.locale.language]
  const paper = await Paper.lay(chance, account.locale.paper)
  const { y, fields } = drawHead(chance, paper, account, words)
  const draft: Draft = { chance, paper, account, words, plan: planLedger(chance), fields }
  const below = drawSummary(draft, y)
  const sections = account.locale.language === 'en' && chance.happens(0.25)
  const transactions = sections ? drawSections(draft, below) : drawLedger(draft, below)
  currencyOf(draft)
  const bytes = await paper.bytes(fields.statement_end_date)
  return {
    name: `bank-statement-${account.locale.id}-${sections ? 'sections' : draft.plan.kind}`,
    bytes,
    truth: { document_type: 'BANK_STATEMENT', fields, tables: { transactions }, risk: 'clean' },
  }
}

/** What the page says of the currency: its code or its sign. */
export function currencyOf({ paper, account, fields }: Draft): void {
  const { currency, symbol, id } = account.locale
  const said = paper.printed.includes(currency) || paper.printed.includes(symbol)
  if (!said) return
  fields.currency = currency
  // A bare dollar sign is a country's only where the page names the country.
  if (!paper.printed.includes(currency) && id !== 'en-US')
    paper.text(40, paper.height - 40, `Canada · ${currency}`, { size: 7 })
}

function drawSummary(draft: Draft, y: number): number {
  const { chance, paper, account, words, plan, fields } = draft
  const figures: [name: string, label: string, amount: number][] = [
    ['opening_balance', chance.pick(words.opening), account.opening],
    ['total_deposits', chance.pick(words.deposits), sum(account.entries, (amount) => amount > 0)],
    ['total_withdrawals', chance.pick(words.withdrawals), sum(account.entries, (amount) => amount < 0)],
    ['closing_balance', chance.pick(words.closing), account.closing],
  ]
  const shown = chance.happens(0.6) ? figures : figures.filter((_, i) => i % 3 === 0)
  const kind = chance.pick(['lines', 'lines', 'boxes', 'none'] as const)
  if (kind === 'none') return y
  for (const [name, , amount] of shown) fields[name] = amount
  const dated = chance.happens(0.25) ? chance.pick(account.locale.dates)(account.start) : ''
  for (const [i, [name, label, amount]] of shown.entries()) {
    const text = money(account, plan, amount)
    if (kind === 'boxes') {
      const x = 40 + i * 132
      paper.text(x, y, label, { size: paper.widthOf(label, 8) > 126 ? 6.5 : 8 })
      paper.text(x, y + 13, text, { size: 11, bold: true })
    } else {
      const on =
        dated && name === 'opening_balance'
          ? ` ${{ en: 'on', fr: 'au', de: 'am' }[account.locale.language]} ${dated}`
          : ''
      paper.text(40, y + 14 * i, label + on)
      paper.text(330, y + 14 * i, text, { align: 'right' })
    }
  }
  return y + (kind === 'boxes' ? 40 : 14 * shown.length + 20)
}

export function sum(entries: Entry[], which: (amount: number) => boolean): number {
  const cents = entries
    .filter(({ amount }) => which(amount))
    .reduce((total, { amount }) => total + Math.round(amount * 100), 0)
  return Math.abs(cents) / 100
}

export function styleOf({ chance, paper, account }: Draft): TableStyle {
  const footer = { en: 'Page', fr: 'Page', de: 'Seite' }[account.locale.language]
  let page = 1
  return {
    size: chance.whole(7, 9),
    leading: chance.whole(12, 18),
    ruled: chance.happens(0.4),
    banded: chance.happens(0.3),
    headerFill: chance.happens(0.3),
    carried: undefined,
    newPage: () => {
      paper.text(paper.width - 40, paper.height - 30, `${footer} ${page++}`, { size: 7, align: 'right' })
      paper.addPage()
      paper.text(40, 40, account.bank, { size: 10, bold: true })
      return 76
    },
  }
}

function drawLedger(draft: Draft, y: number): Record<string, string | number>[] {
  const { chance, paper, account, words, plan, fields } = draft
  const rows = printRows(chance, paper, account, words, plan)
  if (plan.totalsRow && plan.kind === 'pair') {
    const [deposits, withdrawals] = [sum(account.entries, (a) => a > 0), sum(account.entries, (a) => a < 0)]
    const cells = {
      description: chance.pick(words.totals),
      deposit: money(account, plan, deposits),
      withdrawal: money(account, plan, withdrawals),
    }
    rows.push({ cells, more: [], bold: true })
    Object.assign(fields, { total_deposits: deposits, total_withdrawals: withdrawals })
  }
  if (plan.openingRow && plan.balances !== 'none') fields.opening_balance = account.opening
  if (plan.closingRow && plan.balances !== 'none') fields.closing_balance = account.closing
  const style = styleOf(draft)
  if (plan.balances === 'each' && !plan.newestFirst && chance.happens(0.6))
    style.carried = (row) => carriedRows(words, row)
  drawTable(paper, y + 6, columnsOf(chance, paper, account, words, plan), rows, style)
  const shown = account.entries.map((entry, i) => {
    const next = account.entries[i + 1]
    return plan.balances === 'each' || (plan.balances === 'day' && (!next || isoOf(next.day) !== isoOf(entry.day)))
  })
  return truthOf(account.entries, shown, false)
}

function carriedRows(words: StatementWords, row: PrintedRow | undefined): [PrintedRow, PrintedRow] {
  const balance = row?.cells.balance ?? ''
  const print = (description: string): PrintedRow => ({ cells: { description, balance }, more: [] })
  return [print(words.carried[0]), print(words.carried[1])]
}

function drawSections(draft: Draft, top: number): Record<string, string | number>[] {
  const { chance, paper, account, words, plan } = draft
  const dates = chance.pick(plan.shortDates ? account.locale.shortDates : account.locale.dates)
  const style = styleOf(draft)
  const columns: Column[] = [
    { role: 'date', title: 'Date', x: 40, right: false },
    { role: 'description', title: 'Description', x: 130, right: false },
    { role: 'amount', title: 'Amount', x: paper.width - 42, right: true },
  ]
  const negative = chance.happens(0.3)
  let y = top
  for (const kind of ['deposits', 'withdrawals'] as const) {
    const entries = account.entries.filter(({ amount }) => amount > 0 === (kind === 'deposits'))
    if (entries.length === 0) continue
    if (y > paper.height - 140) y = style.newPage()
    paper.text(40, y + 4, chance.pick(words.sections[kind]), { size: 12, bold: true })
    const rows = entries.map(({ day, lines, amount }): PrintedRow => {
      const printed = money(account, plan, negative ? amount : Math.abs(amount))
      return { cells: { date: dates(day), description: lines[0] ?? '', amount: printed }, more: lines.slice(1) }
    })
    y = drawTable(paper, y + 22, columns, rows, style) + 16
  }
  if (chance.happens(0.5)) drawDaily(draft, y, dates, style)
  return truthOf(account.entries, [], false)
}

// Balances by day are no transactions.
function drawDaily(
  { paper, account, words, plan }: Draft,
  top: number,
  print: (day: Entry['day']) => string,
  style: TableStyle,
): void {
  let y = top > paper.height - 160 ? style.newPage() : top
  paper.text(40, y, words.daily, { size: 12, bold: true })
  y += 18
  for (const [i, { day, balance }] of account.entries.slice(0, 9).entries()) {
    const x = 40 + (i % 3) * 180
    if (i < 3) {
      paper.text(x, y, 'Date', { bold: true })
      paper.text(x + 150, y, 'Amount', { bold: true, align: 'right' })
    }
    paper.text(x, y + 14 * (1 + Math.floor(i / 3)), print(day))
    paper.text(x + 150, y + 14 * (1 + Math.floor(i / 3)), money(account, plan, balance), { align: 'right' })
  }
}
