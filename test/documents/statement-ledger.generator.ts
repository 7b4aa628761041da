import type { Chance } from './chance.ts'
import type { Account, Entry } from './statement-account.generator.ts'
import { isoOf } from './statement-locale.generator.ts'
import type { Paper } from './statement-paper.generator.ts'
import type { Column, PrintedRow, Role } from './statement-table.generator.ts'
import type { StatementWords } from './statement-words.generator.ts'

export type LedgerKind = 'pair' | 'signed' | 'suffix' | 'type'

/** How one statement prints its entries. */
export interface LedgerPlan {
  kind: LedgerKind
  balances: 'each' | 'day' | 'none'
  /** The date stands only at the first entry of a day. */
  dateOnce: boolean
  shortDates: boolean
  newestFirst: boolean
  valueDates: boolean
  symbol: boolean
  openingRow: boolean
  closingRow: boolean
  totalsRow: boolean
}

export function planLedger(chance: Chance): LedgerPlan {
  const balances = chance.pick(['each', 'each', 'day', 'none'] as const)
  const newestFirst = balances !== 'day' && chance.happens(0.2)
  return {
    // Where the amounts have no direction of their own, the balances must give it.
    kind: chance.pick(['pair', 'pair', 'pair', 'signed', 'suffix', 'type'] as const),
    balances,
    dateOnce: !newestFirst && chance.happens(0.25),
    shortDates: chance.happens(0.6),
    newestFirst,
    valueDates: chance.happens(0.2),
    symbol: chance.happens(0.15),
    openingRow: !newestFirst && chance.happens(0.4),
    closingRow: !newestFirst && chance.happens(0.3),
    totalsRow: chance.happens(0.25),
  }
}

/** The columns in their places, in the order that a bank might choose. */
export function columnsOf(
  chance: Chance,
  paper: Paper,
  account: Account,
  words: StatementWords,
  plan: LedgerPlan,
): Column[] {
  const right = paper.width - 42
  const { columns: titles } = words
  const title = (list: string[]) => chance.pick(list).replace('$', account.locale.symbol)
  const columns: Column[] = [
    { role: 'date', title: title(titles.date).split(' ').slice(0, 2).join(' '), x: 40, right: false },
  ]
  if (plan.valueDates) columns.push({ role: 'value', title: title(titles.value), x: 126, right: false })
  columns.push({ role: 'description', title: title(titles.description), x: plan.valueDates ? 196 : 130, right: false })
  const pair = chance.pick(words.pairs).map((each) => each.replace('$', account.locale.symbol)) as [string, string]
  const amounts: Column[] = []
  const last = plan.balances === 'none' ? right : right - 86
  if (plan.kind === 'pair') {
    const [first, second] = chance.happens(0.75) ? ([0, 1] as const) : ([1, 0] as const)
    const roles = ['withdrawal', 'deposit'] as const
    amounts.push({
      role: roles[first],
      title: pair[first],
      x: last - Math.max(80, paper.widthOf(pair[second], 9, true) + 10),
      right: true,
    })
    amounts.push({ role: roles[second], title: pair[second], x: last, right: true })
  } else amounts.push({ role: 'amount', title: title(titles.amount), x: last, right: true })
  if (plan.kind === 'type') amounts.unshift({ role: 'type', title: title(titles.type), x: last - 130, right: false })
  if (plan.balances !== 'none') amounts.push({ role: 'balance', title: title(titles.balance), x: right, right: true })
  return [...columns, ...amounts]
}

export function printRows(
  chance: Chance,
  paper: Paper,
  account: Account,
  words: StatementWords,
  plan: LedgerPlan,
): PrintedRow[] {
  const print = chance.pick(plan.shortDates ? account.locale.shortDates : account.locale.dates)
  const rows = account.entries.map((entry, i) => {
    const first = isoOf(entry.day) !== isoOf(account.entries[i - 1]?.day ?? { year: 0, month: 0, day: 0 })
    const last = isoOf(entry.day) !== isoOf(account.entries[i + 1]?.day ?? { year: 0, month: 0, day: 0 })
    const cells: PrintedRow['cells'] = {
      ...(first || !plan.dateOnce ? { date: print(entry.day) } : {}),
      ...(plan.valueDates ? { value: print(entry.day) } : {}),
      ...amountCells(account, words, plan, entry),
      ...(plan.balances === 'each' || (plan.balances === 'day' && last)
        ? { balance: money(account, plan, entry.balance) }
        : {}),
    }
    return rowOf(paper, plan, cells, entry.lines)
  })
  if (plan.newestFirst) rows.reverse()
  const balanceRole: Role = plan.balances === 'none' ? 'amount' : 'balance'
  if (plan.openingRow && plan.balances !== 'none')
    rows.unshift({
      cells: {
        date: print(account.start),
        description: chance.pick(words.opening),
        [balanceRole]: money(account, plan, account.opening),
      },
      more: [],
    })
  if (plan.closingRow && plan.balances !== 'none')
    rows.push({
      cells: { description: chance.pick(words.closing), [balanceRole]: money(account, plan, account.closing) },
      more: [],
      bold: true,
    })
  return rows
}

function rowOf(paper: Paper, plan: LedgerPlan, cells: PrintedRow['cells'], lines: string[]): PrintedRow {
  const room =
    paper.width -
    42 -
    (plan.balances === 'none' ? 0 : 86) -
    (plan.kind === 'signed' || plan.kind === 'suffix' ? 70 : 145) -
    (plan.valueDates ? 196 : 130)
  const [description = '', ...more] = lines.flatMap((line) => paper.wrap(line, room))
  return { cells: { ...cells, description }, more }
}

function amountCells(
  account: Account,
  words: StatementWords,
  plan: LedgerPlan,
  { amount }: Entry,
): PrintedRow['cells'] {
  const into = amount > 0
  const plain = money(account, plan, Math.abs(amount))
  if (plan.kind === 'pair') return into ? { deposit: plain } : { withdrawal: plain }
  if (plan.kind === 'signed') return { amount: into ? plain : `-${plain}` }
  if (plan.kind === 'suffix') return { amount: `${plain} ${words.suffixes[into ? 1 : 0]}` }
  return { amount: plain, type: words.types[into ? 1 : 0] }
}

export function money({ locale }: Account, { symbol }: LedgerPlan, amount: number): string {
  const sign = amount < 0 ? '-' : ''
  const number = locale.number(amount)
  if (!symbol) return sign + number
  return locale.language === 'en' ? `${sign}${locale.symbol}${number}` : `${sign}${number} ${locale.symbol}`
}

/** The rows as the service should return them. */
export function truthOf(entries: Entry[], balances: boolean[], card: boolean): Record<string, string | number>[] {
  return entries.map(({ day, lines, amount, balance }, i) => ({
    date: isoOf(day),
    description: lines.join(' '),
    [amount > 0 === card ? 'withdrawal' : 'deposit']: Math.abs(amount),
    ...(balances[i] ? { balance } : {}),
  }))
}
