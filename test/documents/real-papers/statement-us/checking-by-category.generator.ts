import type { Generator } from '../../specimen.ts'
import { type Entry, lastOfDay, ledgerOf, rowsOf } from '../ledger.ts'
import { person, street, town } from '../names.ts'
import { Paper } from '../paper.ts'
import { cents, day, en, sum, usd } from '../print.ts'
import { INTO, month, OUT } from './parts.ts'

/** Summary by category, one list a category with its total, cheques in three columns, balances by day at the end. */
export const checkingByCategory: Generator = async (chance) => {
  const [from, to] = month(chance)
  const ledger = ledgerOf(chance, { from, to, entries: chance.whole(14, 30), into: INTO, out: OUT })
  const name = person(chance)
  const account = `000000${chance.digits(9)}`
  const deposits = ledger.entries.filter(({ amount }) => amount > 0)
  const out = ledger.entries.filter(({ amount }) => amount < 0)
  const checks = out.filter((_, i) => i % 3 === 0).map((entry) => ({ ...entry, number: chance.whole(1040, 1199) }))
  const cards = out.filter((_, i) => i % 3 === 1)
  const wires = out.filter((_, i) => i % 3 === 2)
  const paper = await Paper.open()
  paper
    .at(40, 50, 'HARBORLINE', { size: 20, bold: true })
    .stack(40, 66, ['Harborline Bank, N.A.', 'P O Box 182051', 'Columbus, OH 43218 - 2051'], { size: 8 })
  paper.row(50, [[-572, `${day(from, 'MMMM DD, YYYY')} through ${day(to, 'MMMM DD, YYYY')}`]])
  paper.row(
    62,
    [
      [350, 'Account Number:'],
      [-572, account],
    ],
    { bold: true },
  )
  paper.at(350, 96, 'CUSTOMER SERVICE INFORMATION', { bold: true })
  paper
    .row(110, [
      [350, 'Web site:'],
      [-572, 'harborline.example'],
    ])
    .row(122, [
      [350, 'Service Center:'],
      [-572, '1-800-555-0135'],
    ])
  paper.stack(60, 150, [name.toUpperCase(), street(chance).toUpperCase(), town(chance, 'us').toUpperCase()], {
    size: 10,
  })
  paper.box(40, 214, 532, 16, 0.85).row(
    226,
    [
      [44, 'CHECKING SUMMARY'],
      [250, 'Harborline Total Checking'],
    ],
    { bold: true },
  )
  paper.row(
    244,
    [
      [-330, 'INSTANCES'],
      [-450, 'AMOUNT'],
    ],
    { size: 7 },
  )
  const total = (entries: readonly Entry[]) => cents(Math.abs(sum(entries.map(({ amount }) => amount))))
  const lines = [
    ['Beginning Balance', '', usd(ledger.opening)],
    ['Deposits and Additions', String(deposits.length), en(ledger.credits)],
    ['Checks Paid', String(checks.length), `-${en(total(checks))}`],
    ['ATM & Debit Card Withdrawals', String(cards.length), `-${en(total(cards))}`],
    ['Electronic Withdrawals', String(wires.length), `-${en(total(wires))}`],
    ['Ending Balance', String(ledger.entries.length), usd(ledger.closing)],
  ]
  for (const [i, [label, count, amount]] of lines.entries())
    paper.row(
      258 + i * 13,
      [
        [44, label],
        [-330, count],
        [-450, amount],
      ],
      { bold: i === 0 || i === 5 },
    )
  let y = 352
  const need = (room: number) => {
    if (y + room < 750) return
    paper
      .turn()
      .row(50, [[-572, `${day(from, 'MMMM DD, YYYY')} through ${day(to, 'MMMM DD, YYYY')}`]])
      .row(
        62,
        [
          [350, 'Account Number:'],
          [-572, account],
        ],
        { bold: true },
      )
    y = 100
  }
  const section = (title: string, entries: readonly Entry[], foot: string) => {
    need(60)
    paper.box(40, y, 532, 16, 0.85).row(y + 12, [[44, title]], { bold: true })
    paper.row(
      y + 28,
      [
        [44, 'DATE'],
        [90, 'DESCRIPTION'],
        [-568, 'AMOUNT'],
      ],
      { size: 7 },
    )
    y += 42
    for (const [i, { date, text, amount }] of entries.entries()) {
      need(16)
      paper.row(y, [
        [44, day(date, 'MM/DD')],
        [90, text],
        [-568, i === 0 ? usd(Math.abs(amount)) : en(Math.abs(amount))],
      ])
      y += 13
    }
    paper.rule(y - 8, 40, 572).row(
      y + 3,
      [
        [44, foot],
        [-568, usd(total(entries))],
      ],
      { bold: true },
    )
    y += 26
  }
  section('DEPOSITS AND ADDITIONS', deposits, 'Total Deposits and Additions')
  need(90)
  paper.box(40, y, 532, 16, 0.85).row(y + 12, [[44, 'CHECKS PAID']], { bold: true })
  paper.row(
    y + 28,
    [0, 1, 2].flatMap(
      (column) =>
        [
          [44 + column * 180, 'CHECK NO.'],
          [100 + column * 180, 'DATE PAID'],
          [-(205 + column * 180), 'AMOUNT'],
        ] as const,
    ),
    { size: 7 },
  )
  y += 42
  for (let i = 0; i < checks.length; i += 3) {
    paper.row(
      y,
      checks.slice(i, i + 3).flatMap(
        ({ number, date, amount }, column) =>
          [
            [44 + column * 180, `${number}  ^`],
            [100 + column * 180, day(date, 'MM/DD')],
            [-(205 + column * 180), en(-amount)],
          ] as const,
      ),
    )
    y += 13
  }
  paper.row(
    y + 3,
    [
      [44, 'Total Checks Paid'],
      [-568, usd(total(checks))],
    ],
    { bold: true },
  )
  y += 26
  section('ATM & DEBIT CARD WITHDRAWALS', cards, 'Total ATM & Debit Card Withdrawals')
  section('ELECTRONIC WITHDRAWALS', wires, 'Total Electronic Withdrawals')
  need(120)
  paper.box(40, y, 532, 16, 0.85).row(y + 12, [[44, 'DAILY ENDING BALANCE']], { bold: true })
  y += 30
  const days = ledger.entries.filter((_, i) => lastOfDay(ledger.entries, i))
  paper.row(
    y,
    [0, 1, 2].flatMap(
      (column) =>
        [
          [44 + column * 180, 'DATE'],
          [-(205 + column * 180), 'AMOUNT'],
        ] as const,
    ),
    { size: 7 },
  )
  for (const [i, { date, balance }] of days.entries()) {
    const [column, line] = [i % 3, Math.floor(i / 3)]
    paper.row(y + 13 + line * 12, [
      [44 + column * 180, day(date, 'MM/DD')],
      [-(205 + column * 180), i === 0 ? usd(balance) : en(balance)],
    ])
  }
  return {
    name: 'checking-by-category.pdf',
    bytes: await paper.save(),
    truth: {
      document_type: 'BANK_STATEMENT',
      fields: {
        bank_name: 'HARBORLINE',
        account_holder_name: name.toUpperCase(),
        account_number: account,
        statement_start_date: from,
        statement_end_date: to,
        opening_balance: ledger.opening,
        closing_balance: ledger.closing,
        total_deposits: ledger.credits,
        currency: 'USD',
      },
      optional: ['total_withdrawals'],
      tables: { transactions: rowsOf(ledger.entries) },
      risk: 'clean',
    },
  }
}
