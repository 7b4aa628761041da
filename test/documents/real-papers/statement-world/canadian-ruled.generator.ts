import type { Generator } from '../../specimen.ts'
import { lastOfDay, ledgerOf } from '../ledger.ts'
import { person, street, town } from '../names.ts'
import { Paper } from '../paper.ts'
import { day, en } from '../print.ts'
import { month, specimen } from './parts.ts'

/** Branch and account in ruled boxes, dates as MAR28 between the amounts and the balance, overdraft marked OD. */
export const canadianRuled: Generator = async (chance) => {
  const [from, to] = month(chance)
  const ledger = ledgerOf(chance, {
    from,
    to,
    into: ['QUILLMARK  PAY', 'MOBILE DEPOSIT', 'E-TRANSFER ***k3q'],
    out: ['NORTHERN GROCER', 'HYDRO BILL  PYT', 'SEND E-TFR ***x9d', 'MONTHLY ACCOUNT FEE'],
  })
  const name = person(chance).toUpperCase()
  const [branch, account] = [chance.digits(4), `${chance.digits(4)}-${chance.digits(7)}`]
  const paper = await Paper.open({ family: 'mono', text: 8 })
  paper
    .at(40, 40, 'Dominion Prairie Bank', { size: 14, bold: true })
    .row(40, [[-570, 'Statement of Account']], { size: 12, bold: true })
  paper.stack(40, 90, [name, street(chance).toUpperCase(), town(chance, 'ca')])
  paper
    .box(320, 70, 90, 30)
    .box(410, 70, 162, 30)
    .row(
      80,
      [
        [324, 'Branch No.'],
        [414, 'Account No.'],
      ],
      { size: 6 },
    )
    .row(94, [
      [324, branch],
      [414, account],
    ])
  paper
    .box(320, 100, 252, 30)
    .row(110, [[324, 'Account Type']], { size: 6 })
    .at(324, 124, 'EVERY DAY CHEQUING ACCOUNT')
  paper
    .box(320, 130, 252, 30)
    .row(140, [[324, 'Statement From - To']], { size: 6 })
    .at(324, 154, `${day(from, 'MMM DD/YY').toUpperCase()} - ${day(to, 'MMM DD/YY').toUpperCase()}`)
  paper.box(40, 190, 532, 18).box(40, 190, 532, 40 + 13 * (ledger.entries.length + 2))
  paper.row(
    202,
    [
      [46, 'Description'],
      [-310, 'Withdrawals'],
      [-400, 'Deposits'],
      [420, 'Date'],
      [-566, 'Balance'],
    ],
    { bold: true },
  )
  for (const x of [230, 315, 405, 465]) paper.box(x, 190, 0.1, 40 + 13 * (ledger.entries.length + 2))
  const when = (iso: string) => day(iso, 'MMMDD').toUpperCase()
  paper.row(222, [
    [46, 'STARTING BALANCE'],
    [420, when(from)],
    [-566, en(ledger.opening)],
  ])
  let y = 235
  for (const [i, { date, text, amount, balance }] of ledger.entries.entries()) {
    paper.row(y, [
      [46, text],
      [-310, amount < 0 ? en(-amount) : ''],
      [-400, amount > 0 ? en(amount) : ''],
      [420, when(date)],
      [-566, lastOfDay(ledger.entries, i) ? en(balance) : ''],
    ])
    y += 13
  }
  paper.row(y + 8, [
    [46, 'CLOSING BALANCE'],
    [420, when(to)],
    [-566, en(ledger.closing)],
  ])
  return specimen('canadian-ruled', paper, {
    fields: {
      bank_name: 'Dominion Prairie Bank',
      account_holder_name: name,
      account_number: account,
      statement_start_date: from,
      statement_end_date: to,
    },
    ledger,
    totals: false,
    optional: ['currency'],
  })
}
