import type { Generator } from '../../specimen.ts'
import { ledgerOf } from '../ledger.ts'
import { person, street, town } from '../names.ts'
import { Paper } from '../paper.ts'
import { day, en } from '../print.ts'
import { month, specimen } from './parts.ts'

/** BSB and account number, each balance with CR behind it, the sum of the period as one row at the end. */
export const australianAccess: Generator = async (chance) => {
  const [from, to] = month(chance)
  const ledger = ledgerOf(chance, {
    from,
    to,
    into: ['Salary QUILLMARK SYSTEMS', 'Transfer from L FAIRWEATHER'],
    out: [
      'GREENGROCER GEELONG VIC Card xx4471',
      'Direct Debit 118822 HEALTHCO',
      'Transfer to other Bank NetBank',
      'Wdl ATM WATTLE BANK',
    ],
  })
  const name = person(chance).toUpperCase()
  const [bsb, account] = [`06 ${chance.digits(4)}`, chance.digits(8)]
  const paper = await Paper.open({ size: 'a4' })
  paper
    .at(40, 44, 'Wattle Bank', { size: 16, bold: true })
    .stack(40, 60, ['Wattle Bank of Australia Limited', 'ABN 48 555 123 124'], { size: 7 })
  paper.at(340, 44, 'Your Statement', { size: 16, bold: true })
  const facts = [
    ['Statement 14', '(Page 1 of 2)'],
    ['Account Number', `${bsb} ${account}`],
    ['Statement Period', `${day(from, 'D MMM YYYY')} - ${day(to, 'D MMM YYYY')}`],
    ['Closing Balance', `$${en(ledger.closing)} CR`],
    ['Enquiries', '13 5555'],
  ]
  for (const [i, [label, value]] of facts.entries())
    paper
      .row(74 + i * 15, [
        [340, label],
        [-555, value],
      ])
      .rule(78 + i * 15, 340, 555, 0.3)
  paper.stack(50, 130, [name, street(chance).toUpperCase(), town(chance, 'au')])
  paper
    .at(40, 220, 'Smart Access', { size: 12, bold: true })
    .prose(
      40,
      234,
      500,
      'Enjoy unlimited withdrawals plus the flexibility of a linked debit card. If this account has an attached overdraft limit or facility, you should check that these details are included.',
      { size: 8 },
    )
  paper
    .row(268, [
      [40, 'Name:'],
      [110, name],
    ])
    .row(282, [
      [40, 'Note:'],
      [110, 'Have you checked your statement today?'],
    ])
  paper
    .row(
      310,
      [
        [40, 'Date'],
        [90, 'Transaction'],
        [-380, 'Debit'],
        [-460, 'Credit'],
        [-555, 'Balance'],
      ],
      { bold: true },
    )
    .rule(314, 40, 555)
  paper.row(328, [
    [40, day(from, 'DD MMM')],
    [90, `${from.slice(0, 4)} OPENING BALANCE`],
    [-555, `$${en(ledger.opening)} CR`],
  ])
  let y = 342
  for (const { date, text, amount, balance } of ledger.entries) {
    paper.row(y, [
      [40, day(date, 'DD MMM')],
      [90, text],
      [-380, amount < 0 ? en(-amount) : ''],
      [-460, amount > 0 ? `$${en(amount)}` : ''],
      [-555, `$${en(balance)} CR`],
    ])
    y += 14
  }
  paper.row(
    y,
    [
      [40, day(to, 'DD MMM')],
      [90, `${to.slice(0, 4)} CLOSING BALANCE`],
      [-555, `$${en(ledger.closing)} CR`],
    ],
    { bold: true },
  )
  paper.row(
    y + 30,
    [
      [-150, 'Opening balance'],
      [-260, '- Total debits'],
      [-380, '+ Total credits'],
      [-555, '= Closing balance'],
    ],
    { bold: true, size: 8 },
  )
  paper.row(
    y + 44,
    [
      [-150, `$${en(ledger.opening)} CR`],
      [-260, `$${en(ledger.debits)}`],
      [-380, `$${en(ledger.credits)}`],
      [-555, `$${en(ledger.closing)} CR`],
    ],
    { size: 8 },
  )
  return specimen('australian-access', paper, {
    fields: {
      account_holder_name: name,
      account_number: `${bsb} ${account}`,
      statement_start_date: from,
      statement_end_date: to,
      currency: 'AUD',
    },
    ledger,
    optional: ['bank_name'],
  })
}
