import type { Generator } from '../../specimen.ts'
import { ledgerOf, rowsOf } from '../ledger.ts'
import { person, street, town } from '../names.ts'
import { Paper } from '../paper.ts'
import { cents, day, en, sum, usd } from '../print.ts'
import { INTO, month, OUT } from './parts.ts'

/** "Deposits and other additions", withdrawals with a minus before them, dates with the year, the period in the heading. */
export const checkingBySign: Generator = async (chance) => {
  const [from, to] = month(chance)
  const ledger = ledgerOf(chance, { from, to, into: INTO, out: OUT })
  const name = person(chance).toUpperCase()
  const account = `${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)}`
  const paper = await Paper.open({ text: 9 })
  paper
    .stack(36, 40, ['P.O. Box 15284', 'Wilmington, DE 19850'], { size: 7 })
    .at(400, 44, 'CASCADE NATIONAL', { size: 15, bold: true })
  paper.stack(54, 120, [name, street(chance).toUpperCase(), town(chance, 'us').toUpperCase()], { size: 10 })
  paper.stack(
    400,
    100,
    [
      'Customer service information',
      'Customer service: 1.800.555.0119',
      'cascadenational.example',
      'Cascade National, N.A.',
      'P.O. Box 25118',
      'Tampa, FL 33622-5118',
    ],
    { size: 8 },
  )
  paper.at(36, 220, 'Your Cascade Advantage Banking', { size: 16, bold: true })
  paper.row(
    238,
    [
      [36, `for ${day(from, 'MMMM D, YYYY')} to ${day(to, 'MMMM D, YYYY')}`],
      [-576, `Account number: ${account}`],
    ],
    { size: 10 },
  )
  paper.at(36, 270, 'Account summary', { size: 13, bold: true })
  const lines = [
    [`Beginning balance on ${day(from, 'MMMM D, YYYY')}`, usd(ledger.opening)],
    ['Deposits and other additions', en(ledger.credits)],
    ['Withdrawals and other subtractions', `-${en(ledger.debits)}`],
    ['Checks', '-0.00'],
    ['Service fees', '-0.00'],
  ]
  for (const [i, [label, amount]] of lines.entries())
    paper
      .row(288 + i * 14, [
        [36, label],
        [-300, amount],
      ])
      .rule(291 + i * 14, 36, 300, 0.3)
  paper.row(
    362,
    [
      [36, `Ending balance on ${day(to, 'MMMM D, YYYY')}`],
      [-300, usd(ledger.closing)],
    ],
    { bold: true },
  )
  paper.stack(
    330,
    290,
    [
      '# of deposits/credits: 6',
      '# of withdrawals/debits: 14',
      '# of days in cycle: 31',
      `Average ledger balance: ${usd(cents((ledger.opening + ledger.closing) / 2))}`,
    ],
    { size: 8 },
  )
  paper
    .turn()
    .row(
      40,
      [[36, `${name}   !   Account # ${account}   !   ${day(from, 'MMMM D, YYYY')} to ${day(to, 'MMMM D, YYYY')}`]],
      { size: 8 },
    )
  let y = 80
  for (const [title, sign] of [
    ['Deposits and other additions', 1],
    ['Withdrawals and other subtractions', -1],
  ] as const) {
    const entries = ledger.entries.filter(({ amount }) => amount * sign > 0)
    paper.at(36, y, title, { size: 13, bold: true })
    paper
      .row(
        y + 16,
        [
          [36, 'Date'],
          [100, 'Description'],
          [-576, 'Amount'],
        ],
        { bold: true },
      )
      .rule(y + 20, 36, 576)
    y += 34
    for (const { date, text, amount } of entries) {
      paper.row(y, [
        [36, day(date, 'MM/DD/YY')],
        [100, text],
        [-576, en(amount)],
      ])
      y += 13
    }
    const total = sum(entries.map(({ amount }) => amount))
    paper.row(
      y + 3,
      [
        [36, `Total ${title.toLowerCase()}`],
        [-576, usd(total)],
      ],
      { bold: true },
    )
    y += 36
  }
  return {
    name: 'checking-by-sign.pdf',
    bytes: await paper.save(),
    truth: {
      document_type: 'BANK_STATEMENT',
      fields: {
        bank_name: 'CASCADE NATIONAL',
        account_holder_name: name,
        account_number: account,
        statement_start_date: from,
        statement_end_date: to,
        opening_balance: ledger.opening,
        closing_balance: ledger.closing,
        total_deposits: ledger.credits,
        total_withdrawals: -ledger.debits,
        currency: 'USD',
      },
      tables: { transactions: rowsOf(ledger.entries) },
      risk: 'clean',
    },
  }
}
