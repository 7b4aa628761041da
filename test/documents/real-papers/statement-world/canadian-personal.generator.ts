import type { Generator } from '../../specimen.ts'
import { lastOfDay, ledgerOf } from '../ledger.ts'
import { person, street, town } from '../names.ts'
import { Paper } from '../paper.ts'
import { day, daysAfter, en, usd } from '../print.ts'
import { CANADA, month, specimen } from './parts.ts'

/** A summary of four lines with signs between; the date on the first entry of a day, the balance on the last. */
export const canadianPersonal: Generator = async (chance) => {
  const to = daysAfter(month(chance)[1], -chance.whole(8, 20))
  const from = daysAfter(to, -28)
  const ledger = ledgerOf(chance, { from, to, ...CANADA, entries: chance.whole(16, 34) })
  const name = person(chance)
  const account = `${chance.digits(5)}-${chance.digits(7)}`
  const paper = await Paper.open({ family: 'sans' })
  const lettered = (iso: string) => day(iso, 'MMMM D, YYYY')
  paper.stack(36, 40, ['Laurentide Bank of Canada', 'P.O. Box 4047 Terminal A', 'Toronto ON  M5W 1L5'], { size: 8 })
  paper
    .at(330, 44, 'Your personal banking', { size: 14 })
    .at(330, 60, 'account statement', { size: 14 })
    .at(330, 76, `From ${lettered(from)} to ${lettered(to)}`)
  paper.stack(60, 120, [name.toUpperCase(), street(chance).toUpperCase(), town(chance, 'ca')], { size: 9 })
  paper
    .row(116, [
      [330, 'Your account number:'],
      [450, account],
    ])
    .at(330, 136, 'How to reach us:')
    .at(430, 136, '1-800-555-0177')
  paper.box(36, 210, 540, 18, 0.8).at(42, 222, 'Summary of your account for this period', { bold: true })
  paper.row(242, [[42, 'Laurentide Day to Day Banking']], { bold: true }).row(242, [[250, account]])
  const lines = [
    [`Your opening balance on ${lettered(from)}`, '', usd(ledger.opening)],
    ['Total deposits into your account', '+', en(ledger.credits)],
    ['Total withdrawals from your account', '-', en(ledger.debits)],
    [`Your closing balance on ${lettered(to)}`, '=', usd(ledger.closing)],
  ]
  for (const [i, [label, sign, amount]] of lines.entries())
    paper.row(
      262 + i * 15,
      [
        [42, label],
        [330, sign],
        [-420, amount],
      ],
      { bold: i === 3 },
    )
  let y = 350
  const head = () => {
    paper.box(36, y - 14, 540, 18, 0.8).at(42, y - 2, 'Details of your account activity', { bold: true })
    paper
      .row(
        y + 16,
        [
          [42, 'Date'],
          [90, 'Description'],
          [-400, 'Withdrawals ($)'],
          [-490, 'Deposits ($)'],
          [-572, 'Balance ($)'],
        ],
        { size: 8 },
      )
      .rule(y + 19, 36, 576)
    y += 33
  }
  head()
  paper.row(
    y,
    [
      [90, 'Opening Balance'],
      [-572, en(ledger.opening)],
    ],
    { bold: true },
  )
  y += 14
  for (const [i, { date, text, amount, balance }] of ledger.entries.entries()) {
    const first = ledger.entries[i - 1]?.date !== date
    paper.row(y, [
      [42, first ? day(date, 'D MMM') : ''],
      [90, text],
      [-400, amount < 0 ? en(-amount) : ''],
      [-490, amount > 0 ? en(amount) : ''],
      [-572, lastOfDay(ledger.entries, i) ? en(balance) : ''],
    ])
    y += 14
    if (y > 740) {
      paper.turn().row(
        36,
        [
          [36, `From ${lettered(from)} to ${lettered(to)}`],
          [-576, '2 of 2'],
        ],
        { size: 8 },
      )
      y = 70
      head()
    }
  }
  paper.rule(y - 10, 36, 576).row(
    y + 2,
    [
      [90, 'Closing Balance'],
      [-572, usd(ledger.closing)],
    ],
    { bold: true },
  )
  return specimen('canadian-personal', paper, {
    fields: {
      bank_name: 'Laurentide Bank of Canada',
      account_holder_name: name.toUpperCase(),
      account_number: account,
      statement_start_date: from,
      statement_end_date: to,
      currency: 'CAD',
    },
    ledger,
  })
}
