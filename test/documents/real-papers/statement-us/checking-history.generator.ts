import type { Generator } from '../../specimen.ts'
import { lastOfDay, ledgerOf, rowsOf } from '../ledger.ts'
import { person, street, town } from '../names.ts'
import { Paper } from '../paper.ts'
import { day, en, usd } from '../print.ts'
import { INTO, month, OUT } from './parts.ts'

/** One history with a column for additions and one for subtractions, the balance at the end of a day, totals below. */
export const checkingHistory: Generator = async (chance) => {
  const [from, to] = month(chance)
  const ledger = ledgerOf(chance, { from, to, entries: chance.whole(20, 44), into: INTO, out: OUT })
  const name = person(chance).toUpperCase()
  const account = chance.digits(10)
  const paper = await Paper.open()
  const head = (page: number) =>
    paper
      .at(36, 40, 'Everyday Checking', { size: 16, bold: true })
      .row(54, [[36, `${day(to, 'MMMM D, YYYY')}     Page ${page} of 3`]])
  head(1).at(470, 46, 'MERIDIAN BANK', { size: 12, bold: true })
  paper.stack(60, 120, [name, street(chance).toUpperCase(), town(chance, 'us').toUpperCase()], { size: 10 })
  paper
    .at(36, 220, 'Statement period activity summary', { bold: true, size: 11 })
    .at(330, 220, `Account number: ${account} (primary account)`, { bold: true })
  paper
    .at(330, 236, name, { bold: true })
    .at(330, 250, 'Idaho account terms and conditions apply')
    .at(330, 266, 'For Direct Deposit use')
    .at(330, 278, 'Routing Number (RTN): 124103799')
  const lines = [
    [`Beginning balance on ${day(from, 'M/D')}`, usd(ledger.opening)],
    ['Deposits/Additions', en(ledger.credits)],
    ['Withdrawals/Subtractions', `- ${en(ledger.debits)}`],
    [`Ending balance on ${day(to, 'M/D')}`, usd(ledger.closing)],
  ]
  for (const [i, [label, amount]] of lines.entries())
    paper.row(
      236 + i * 14,
      [
        [36, label],
        [-290, amount],
      ],
      { bold: i === 3 },
    )
  let y = 330
  const columns = () => {
    paper.row(
      y - 10,
      [
        [-110, 'Check'],
        [-430, 'Deposits/'],
        [-505, 'Withdrawals/'],
        [-576, 'Ending daily'],
      ],
      { size: 8 },
    )
    paper
      .row(
        y,
        [
          [60, 'Date'],
          [-110, 'Number'],
          [120, 'Description'],
          [-430, 'Additions'],
          [-505, 'Subtractions'],
          [-576, 'balance'],
        ],
        { size: 8 },
      )
      .rule(y + 3, 36, 576)
    y += 15
  }
  paper.at(36, 306, 'Transaction history', { bold: true, size: 12 })
  columns()
  let page = 1
  for (const [i, { date, text, amount, balance }] of ledger.entries.entries()) {
    const end = lastOfDay(ledger.entries, i) ? en(balance) : ''
    paper.row(
      y,
      [
        [-80, day(date, 'M/D')],
        [120, text.slice(0, 44)],
        [-430, amount > 0 ? en(amount) : ''],
        [-505, amount < 0 ? en(-amount) : ''],
        [-576, end],
      ],
      { size: 8 },
    )
    if (text.length > 44) paper.at(120, y + 9, text.slice(44), { size: 8 })
    y += text.length > 44 ? 22 : 13
    if (y > 730 && i + 1 < ledger.entries.length) {
      paper.turn()
      head(++page)
      y = 100
      paper.at(36, 80, 'Transaction history (continued)', { bold: true, size: 12 })
      columns()
    }
  }
  paper.rule(y - 8, 36, 576).row(
    y + 2,
    [
      [36, `Ending balance on ${day(to, 'M/D')}`],
      [-576, en(ledger.closing)],
    ],
    { size: 8 },
  )
  paper.row(
    y + 16,
    [
      [36, 'Totals'],
      [-430, usd(ledger.credits)],
      [-505, usd(ledger.debits)],
    ],
    { bold: true, size: 8 },
  )
  paper.prose(
    36,
    y + 34,
    530,
    'The Ending Daily Balance does not reflect any pending withdrawals or holds on deposited funds that may have been outstanding on your account when your transactions posted.',
    { size: 7 },
  )
  return {
    name: 'checking-history.pdf',
    bytes: await paper.save(),
    truth: {
      document_type: 'BANK_STATEMENT',
      fields: {
        bank_name: 'MERIDIAN BANK',
        account_holder_name: name,
        account_number: account,
        statement_end_date: to,
        statement_start_date: from,
        opening_balance: ledger.opening,
        closing_balance: ledger.closing,
        total_deposits: ledger.credits,
        total_withdrawals: ledger.debits,
        currency: 'USD',
      },
      optional: ['statement_start_date'],
      tables: { transactions: rowsOf(ledger.entries) },
      risk: 'clean',
    },
  }
}
