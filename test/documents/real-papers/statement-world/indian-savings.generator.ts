import type { Generator } from '../../specimen.ts'
import { ledgerOf } from '../ledger.ts'
import { person } from '../names.ts'
import { Paper } from '../paper.ts'
import { day, lakh } from '../print.ts'
import { month, specimen } from './parts.ts'

/** Narration over two lines, cheque reference, value date, amounts in lakhs, the summary with counts at the end. */
export const indianSavings: Generator = async (chance) => {
  const [from, to] = month(chance)
  const ledger = ledgerOf(chance, {
    from,
    to,
    opening: chance.amount(40_000, 640_000),
    into: ['NEFT CR-BKID0000443-QUILLMARK SYSTEMS PVT-SALARY', 'UPI-LEONIE F-LEONIE@OKBANK-50021'],
    out: [
      'UPI-ANNAPURNA STORES-Q551@YBL-40221',
      'POS 4471XXXXXXXX1120 BIG KITCHEN',
      'ATW-4471XX-PUNE-S1ANPN02',
      'IMPS-50221-BRACKENFIELD RENT',
    ],
  })
  const name = person(chance).toUpperCase()
  const account = chance.digits(14)
  const paper = await Paper.open({ size: 'a4', text: 7 })
  paper.at(30, 40, 'SAHYADRI BANK', { size: 15, bold: true }).row(40, [[-565, 'Page No .:   1']])
  paper.stack(
    30,
    70,
    [`MR. ${name}`, '14 LAXMI NAGAR', 'FLAT 302 GULMOHAR APTS', 'PUNE - 411009', 'MAHARASHTRA INDIA'],
    {
      size: 8,
    },
  )
  paper.at(30, 150, 'JOINT HOLDERS :')
  const facts = [
    ['Account Branch', 'KOTHRUD'],
    ['City', 'PUNE 411038'],
    ['State', 'MAHARASHTRA'],
    ['Phone no.', '18005550100'],
    ['Currency', 'INR'],
    ['Cust ID', chance.digits(8)],
    ['Account No', account],
    ['A/C Open Date', '12/06/2016'],
    ['Account Status', 'Regular'],
    ['RTGS/NEFT IFSC', 'SAHY0000443'],
    ['MICR', '411240012'],
  ]
  for (const [i, [label, value]] of facts.entries())
    paper.row(66 + i * 10, [
      [330, label],
      [400, `: ${value}`],
    ])
  paper.at(30, 176, `Statement From      : ${day(from, 'DD/MM/YYYY')}      To      : ${day(to, 'DD/MM/YYYY')}`)
  paper.box(28, 190, 540, 14).row(
    200,
    [
      [32, 'Date'],
      [75, 'Narration'],
      [270, 'Chq./Ref.No.'],
      [350, 'Value Dt'],
      [-440, 'Withdrawal Amt.'],
      [-500, 'Deposit Amt.'],
      [-566, 'Closing Balance'],
    ],
    { bold: true },
  )
  let y = 216
  for (const { date, text, amount, balance } of ledger.entries) {
    paper.row(y, [
      [32, day(date, 'DD/MM/YY')],
      [75, text.slice(0, 34)],
      [270, `0000${chance.digits(12)}`],
      [350, day(date, 'DD/MM/YY')],
      [-440, amount < 0 ? lakh(-amount) : ''],
      [-500, amount > 0 ? lakh(amount) : ''],
      [-566, lakh(balance)],
    ])
    if (text.length > 34) paper.at(75, y + 9, text.slice(34))
    y += text.length > 34 ? 21 : 13
  }
  const [debits, credits] = [-1, 1].map((sign) =>
    String(ledger.entries.filter(({ amount }) => amount * sign > 0).length),
  )
  paper.at(30, y + 16, 'STATEMENT SUMMARY  :-', { bold: true })
  paper.row(
    y + 30,
    [
      [-110, 'Opening Balance'],
      [-200, 'Dr Count'],
      [-290, 'Cr Count'],
      [-380, 'Debits'],
      [-470, 'Credits'],
      [-560, 'Closing Bal'],
    ],
    { bold: true },
  )
  paper.row(y + 42, [
    [-110, lakh(ledger.opening)],
    [-200, debits],
    [-290, credits],
    [-380, lakh(ledger.debits)],
    [-470, lakh(ledger.credits)],
    [-560, lakh(ledger.closing)],
  ])
  paper.at(
    30,
    y + 66,
    'Generated On: 02-APR-2024 11:20:14    This is a computer generated statement and does not require signature.',
  )
  return specimen('indian-savings', paper, {
    fields: {
      bank_name: 'SAHYADRI BANK',
      account_holder_name: `MR. ${name}`,
      account_number: account,
      statement_start_date: from,
      statement_end_date: to,
      currency: 'INR',
    },
    ledger,
  })
}
