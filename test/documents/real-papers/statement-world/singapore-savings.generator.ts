import type { Generator } from '../../specimen.ts'
import { ledgerOf } from '../ledger.ts'
import { person } from '../names.ts'
import { Paper } from '../paper.ts'
import { day, en } from '../print.ts'
import { month, specimen } from './parts.ts'

/** Withdrawal (-), Deposit (+); carried and brought forward over the page's turn; totals on the last line. */
export const singaporeSavings: Generator = async (chance) => {
  const [from, to] = month(chance)
  const ledger = ledgerOf(chance, {
    from,
    to,
    entries: 26,
    into: ['Salary QUILLMARK SYSTEMS', 'FAST Payment / Receipt', 'Interest Earned'],
    out: [
      'Debit Card Transaction',
      'Funds Transfer',
      'GIRO Payment SP SERVICES',
      'Point-of-Sale Transaction or Proceeds',
    ],
  })
  const name = person(chance).toUpperCase()
  const account = `${chance.digits(3)}-${chance.digits(5)}-${chance.digits(1)}`
  const paper = await Paper.open({ size: 'a4', text: 8 })
  paper
    .at(40, 40, 'STRAITS MERCHANT BANK', { size: 12, bold: true })
    .row(40, [[-555, 'Consolidated Statement']], { size: 12 })
  paper.stack(40, 90, [name, 'BLK 118 #04-22 KALLANG WAY', 'SINGAPORE 349118'])
  paper.row(90, [[380, `Account Summary as at ${day(to, 'D MMM YYYY')}`]], { bold: true }).row(170, [
    [40, 'Deposits'],
    [-555, `SGD ${en(ledger.closing)}`],
  ])
  paper.row(
    200,
    [
      [40, 'Account Details'],
      [-555, `As at ${day(to, 'D MMM YYYY')}`],
    ],
    { bold: true },
  )
  let y = 226
  const head = () => {
    paper.row(
      y,
      [
        [40, 'Savings Account'],
        [-555, `Account No. ${account}`],
      ],
      { bold: true },
    )
    paper
      .row(
        y + 18,
        [
          [40, 'Date'],
          [100, 'Description'],
          [-390, 'Withdrawal (-)'],
          [-470, 'Deposit (+)'],
          [-555, 'Balance'],
        ],
        { bold: true },
      )
      .rule(y + 22, 40, 555)
    paper.row(y + 32, [[-555, 'SGD']])
    y += 46
  }
  head()
  paper.row(y, [
    [40, day(from, 'DD/MM/YYYY')],
    [100, 'Balance Brought Forward'],
    [-555, en(ledger.opening)],
  ])
  y += 16
  for (const [i, { date, text, amount, balance }] of ledger.entries.entries()) {
    paper
      .row(y, [
        [40, day(date, 'DD/MM/YYYY')],
        [100, text],
        [-390, amount < 0 ? en(-amount) : ''],
        [-470, amount > 0 ? en(amount) : ''],
        [-555, en(balance)],
      ])
      .at(100, y + 10, `REF ${chance.digits(6)} 4471`)
    y += 24
    if (i !== 17) continue
    paper
      .row(
        y,
        [
          [100, 'Balance Carried Forward'],
          [-555, en(balance)],
        ],
        { bold: true },
      )
      .turn()
    y = 60
    head()
    paper.row(
      y,
      [
        [100, 'Balance Brought Forward'],
        [-555, en(balance)],
      ],
      { bold: true },
    )
    y += 16
  }
  paper.rule(y - 4, 40, 555).row(
    y + 8,
    [
      [100, 'Total Balance Carried Forward in SGD:'],
      [-390, en(ledger.debits)],
      [-470, en(ledger.credits)],
      [-555, en(ledger.closing)],
    ],
    { bold: true },
  )
  return specimen('singapore-savings', paper, {
    fields: {
      bank_name: 'STRAITS MERCHANT BANK',
      account_holder_name: name,
      account_number: account,
      statement_end_date: to,
      statement_start_date: from,
      currency: 'SGD',
    },
    ledger,
    optional: ['statement_start_date'],
  })
}
