import type { Generator } from '../../specimen.ts'
import { ledgerOf, rowsOf } from '../ledger.ts'
import { person, street, town } from '../names.ts'
import { Paper } from '../paper.ts'
import { day, en } from '../print.ts'
import { month } from './parts.ts'

/** A members' society: a share account, amounts with the minus behind them, a balance on each line. */
export const shareAccount: Generator = async (chance) => {
  const [from, to] = month(chance)
  const ledger = ledgerOf(chance, {
    from,
    to,
    into: ['DEPOSIT ACH QUILLMARK SYS', 'DEPOSIT DIVIDEND', 'DEPOSIT HOME BANKING'],
    out: ['WITHDRAWAL POS #448210 GREENBELT', 'WITHDRAWAL ACH IDAHO POWER', 'WITHDRAWAL DEBIT CARD FUELMART'],
  })
  const name = person(chance).toUpperCase()
  const member = chance.digits(7)
  const paper = await Paper.open({ family: chance.pick(['mono', 'sans']), text: 8 })
  paper
    .at(40, 44, 'PINE RIDGE FEDERAL CREDIT UNION', { size: 13, bold: true })
    .stack(40, 58, ['700 CAPITOL AVE', 'ASHEVILLE, NC 28801'])
  paper
    .row(44, [
      [400, 'MEMBER NUMBER'],
      [-572, member],
    ])
    .row(58, [[400, 'STATEMENT PERIOD']])
    .row(68, [[400, `${day(from, 'MM/DD/YY')} TO ${day(to, 'MM/DD/YY')}`]])
    .row(82, [
      [400, 'PAGE'],
      [-572, '1 OF 1'],
    ])
  paper.stack(60, 130, [name, street(chance).toUpperCase(), town(chance, 'us').toUpperCase()])
  paper.box(40, 200, 532, 14, 0.88).at(44, 210, 'SHARE DRAFT CHECKING   ID 0010', { bold: true })
  paper
    .row(
      226,
      [
        [44, 'DATE'],
        [100, 'TRANSACTION DESCRIPTION'],
        [-460, 'AMOUNT'],
        [-560, 'BALANCE'],
      ],
      { bold: true },
    )
    .rule(229, 40, 572)
  paper.row(242, [
    [44, day(from, 'MM/DD')],
    [100, 'PREVIOUS BALANCE'],
    [-560, en(ledger.opening)],
  ])
  let y = 254
  for (const { date, text, amount, balance } of ledger.entries) {
    paper.row(y, [
      [44, day(date, 'MM/DD')],
      [100, text],
      [-460, amount < 0 ? `${en(-amount)}-` : en(amount)],
      [-560, en(balance)],
    ])
    y += 12
  }
  paper.row(
    y,
    [
      [44, day(to, 'MM/DD')],
      [100, 'NEW BALANCE'],
      [-560, en(ledger.closing)],
    ],
    { bold: true },
  )
  const counts = [
    ledger.entries.filter(({ amount }) => amount > 0).length,
    ledger.entries.filter(({ amount }) => amount < 0).length,
  ]
  paper.row(y + 24, [
    [44, `${counts[0]} DEPOSITS TOTALING`],
    [-280, en(ledger.credits)],
    [310, `${counts[1]} WITHDRAWALS TOTALING`],
    [-560, en(ledger.debits)],
  ])
  paper.at(44, y + 50, 'DIVIDENDS PAID YEAR TO DATE  4.18')
  return {
    name: 'share-account.pdf',
    bytes: await paper.save(),
    truth: {
      document_type: 'BANK_STATEMENT',
      fields: {
        bank_name: 'PINE RIDGE FEDERAL CREDIT UNION',
        account_holder_name: name,
        account_number: member,
        statement_start_date: from,
        statement_end_date: to,
        opening_balance: ledger.opening,
        closing_balance: ledger.closing,
        total_deposits: ledger.credits,
        total_withdrawals: ledger.debits,
      },
      optional: ['currency', 'account_number'],
      tables: { transactions: rowsOf(ledger.entries) },
      risk: 'clean',
    },
  }
}
