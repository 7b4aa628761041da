import type { Generator } from '../../specimen.ts'
import { ledgerOf } from '../ledger.ts'
import { person, street, town } from '../names.ts'
import { Paper } from '../paper.ts'
import { day, en } from '../print.ts'
import { month, specimen } from './parts.ts'

/** Sort code, IBAN and BIC; payment types; "Balance brought forward"; money in and money out. */
export const britishCurrent: Generator = async (chance) => {
  const [from, to] = month(chance)
  const ledger = ledgerOf(chance, {
    from,
    to,
    into: ['BGC QUILLMARK SYSTEMS', 'FPI L FAIRWEATHER', 'DEP CASH IN'],
    out: [
      'DD THAMESIDE WATER',
      'DEB CORNER GROCER CD 4471',
      'FPO T LINDQVIST',
      'SO RENT BRACKENFIELD',
      'CPT CASHPOINT HIGH ST',
    ],
  })
  const name = `${chance.pick(['MR', 'MS', 'MRS'])} ${person(chance).toUpperCase()}`
  const [sort, account] = [`${chance.digits(2)}-${chance.digits(2)}-${chance.digits(2)}`, chance.digits(8)]
  const paper = await Paper.open({ size: 'a4' })
  paper.at(40, 46, 'NORTHGATE BANK', { size: 18, bold: true }).row(46, [[-555, 'Your Account']], { size: 12 })
  paper.stack(50, 100, [name, street(chance).toUpperCase(), town(chance, 'uk').toUpperCase()])
  paper
    .row(100, [
      [370, 'Sort Code'],
      [-555, sort],
    ])
    .row(114, [
      [370, 'Account Number'],
      [-555, account],
    ])
    .row(128, [
      [370, 'BIC'],
      [-555, 'NGBAGB21'],
    ])
    .row(142, [
      [370, 'Statement No.'],
      [-555, '118'],
    ])
  paper
    .at(40, 200, 'CLASSIC ACCOUNT', { size: 13, bold: true })
    .row(216, [[40, `${day(from, 'DD MMMM YYYY')} to ${day(to, 'DD MMMM YYYY')}`]])
  paper.row(
    244,
    [
      [40, 'Money In'],
      [-250, `£${en(ledger.credits)}`],
      [310, `Balance on ${day(from, 'DD MMMM YYYY')}`],
      [-555, `£${en(ledger.opening)}`],
    ],
    { bold: true },
  )
  paper.row(
    260,
    [
      [40, 'Money Out'],
      [-250, `£${en(ledger.debits)}`],
      [310, `Balance on ${day(to, 'DD MMMM YYYY')}`],
      [-555, `£${en(ledger.closing)}`],
    ],
    { bold: true },
  )
  paper.at(40, 292, 'Your Transactions', { size: 12, bold: true })
  paper
    .row(
      312,
      [
        [40, 'Date'],
        [95, 'Description'],
        [310, 'Type'],
        [-410, 'Money In (£)'],
        [-485, 'Money Out (£)'],
        [-555, 'Balance (£)'],
      ],
      { size: 8, bold: true },
    )
    .rule(316, 40, 555)
  paper.row(
    330,
    [
      [40, day(from, 'DD MMM YY')],
      [95, 'BALANCE BROUGHT FORWARD'],
      [-555, en(ledger.opening)],
    ],
    { size: 8 },
  )
  let y = 344
  for (const { date, text, amount, balance } of ledger.entries) {
    const [type = '', ...rest] = text.split(' ')
    paper.row(
      y,
      [
        [40, day(date, 'DD MMM YY')],
        [95, rest.join(' ')],
        [310, type],
        [-410, amount > 0 ? en(amount) : ''],
        [-485, amount < 0 ? en(-amount) : ''],
        [-555, en(balance)],
      ],
      { size: 8 },
    )
    y += 14
  }
  paper
    .rule(y - 8, 40, 555)
    .row(y + 20, [[40, 'Transaction types']], { bold: true, size: 8 })
    .row(
      y + 32,
      [
        [40, 'BGC - Bank Giro Credit'],
        [160, 'BP - Bill Payments'],
        [280, 'DD - Direct Debit'],
        [400, 'FPI - Faster Payment In'],
      ],
      { size: 7 },
    )
  return specimen('british-current', paper, {
    fields: {
      bank_name: 'NORTHGATE BANK',
      account_holder_name: name,
      account_number: account,
      statement_start_date: from,
      statement_end_date: to,
      currency: 'GBP',
    },
    ledger,
  })
}
