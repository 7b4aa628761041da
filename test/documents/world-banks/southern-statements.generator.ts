import type { Generator } from '../specimen.ts'
import { bookOf, cycle, month, startsDay, statement } from './book.ts'
import { HANDS } from './hand.ts'
import { person, place } from './people.ts'
import { day, en, lakh } from './print.ts'
import { Sheet } from './sheet.ts'

const au = (amount: number) => `$${en(amount)}`

/** Australia: CR behind the balance, debits with a bracket behind, the year in the first row only. */
export const auSmart: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'au' })
  const [name, account] = [
    `${chance.pick(['MR', 'MS'])} ${person(chance).toUpperCase()}`,
    `06 ${chance.digits(4)} ${chance.digits(8)}`,
  ]
  const sheet = await Sheet.open(chance, { hands: [HANDS.plain, HANDS.jumbledWords] })
  sheet.at(40, 44, 'Wattle Bank', { size: 16, bold: true })
  sheet.stack(40, 130, [name, ...place(chance, 'au')])
  sheet.pairs(330, 450, 60, [
    ['Your Statement', ''],
    ['Statement 14', '(Page 1 of 3)'],
    ['Account Number', account],
    ['Statement', ''],
    ['Period', `${day(book.from, 'D MMM YYYY')} - ${day(book.to, 'D MMM YYYY')}`],
    ['Closing Balance', `${au(book.closing)} CR`],
    ['Enquiries', '13 2221'],
  ])
  sheet.at(40, 210, 'Smart Access', { size: 14, bold: true })
  sheet.prose(40, 226, 500, `Name: ${name}`)
  const table = sheet.table({
    y: 256,
    columns: [
      { x: 40, head: 'Date' },
      { x: 84, head: 'Transaction' },
      { x: -390, head: 'Debit' },
      { x: -465, head: 'Credit' },
      { x: -555, head: 'Balance' },
    ],
    rows: [
      [day(book.from, 'DD MMM'), `${book.from.slice(0, 4)} OPENING BALANCE`, '', '', `${au(book.opening)} CR`],
      ...book.moves.map((move) => [
        day(move.date, 'DD MMM'),
        move.lines,
        move.amount < 0 ? `${en(-move.amount)} (` : '',
        move.amount > 0 ? `${au(move.amount)}` : '',
        `${au(move.balance)} CR`,
      ]),
      [day(book.to, 'DD MMM'), `${book.to.slice(0, 4)} CLOSING BALANCE`, '', '', `${au(book.closing)} CR`],
    ],
  })
  sheet.row(
    table + 14,
    [
      [40, 'Opening balance'],
      [170, '- Total debits'],
      [300, '+ Total credits'],
      [440, '= Closing balance'],
    ],
    { bold: true },
  )
  sheet.row(table + 28, [
    [40, `${au(book.opening)} CR`],
    [170, au(book.debits)],
    [300, au(book.credits)],
    [440, `${au(book.closing)} CR`],
  ])
  return statement('au-smart', sheet, book, {
    fields: { bank_name: 'Wattle Bank', account_holder_name: name, account_number: account },
    totals: true,
    optional: ['currency'],
  })
}

/** Australia: years as rows of the table, the word blank in empty cells, totals at the end of the period. */
export const auBlank: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'au' })
  const [name, account] = [person(chance).toUpperCase(), `${chance.digits(4)}-${chance.digits(5)}`]
  const sheet = await Sheet.open(chance, { text: 8.5, hands: [HANDS.report, HANDS.plain] })
  sheet.at(40, 46, 'ANTIPODES BANKING GROUP', { size: 12, bold: true })
  sheet.at(40, 62, 'ACCESS ADVANTAGE STATEMENT', { bold: true })
  sheet.row(80, [
    [40, 'STATEMENT NUMBER 22'],
    [300, `${day(book.from, 'DD MMMM YYYY').toUpperCase()} TO ${day(book.to, 'DD MMMM YYYY').toUpperCase()}`],
  ])
  sheet.stack(60, 120, [name, ...place(chance, 'au')])
  sheet.stack(330, 120, ['Account Details', name, 'Branch Number (BSB) 017-208', `Account Number ${account}`])
  sheet.at(40, 200, 'Account Balance Summary', { bold: true })
  sheet.pairs(40, 200, 216, [
    ['Opening Balance:', `${au(book.opening)}`],
    ['Total Deposits:', `${au(book.credits)}`],
    ['Total Withdrawals:', `${au(book.debits)}`],
    ['Closing Balance:', `${au(book.closing)}`],
  ])
  let year = ''
  const rows = book.moves.flatMap((move) => {
    const turn = move.date.slice(0, 4) === year ? [] : [[move.date.slice(0, 4)]]
    year = move.date.slice(0, 4)
    return [
      ...turn,
      [
        day(move.date, 'DD MMM').toUpperCase(),
        move.lines,
        move.amount < 0 ? en(-move.amount) : 'blank',
        move.amount > 0 ? en(move.amount) : 'blank',
        en(move.balance),
      ],
    ]
  })
  const end = sheet.table({
    y: 290,
    columns: [
      { x: 40, head: 'Date' },
      { x: 90, head: 'Transaction Details' },
      { x: -390, head: 'Withdrawals ($)' },
      { x: -470, head: 'Deposits ($)' },
      { x: -555, head: 'Balance ($)' },
    ],
    rows: [
      ...rows.slice(0, 1),
      [day(book.from, 'DD MMM').toUpperCase(), 'OPENING BALANCE', 'blank', 'blank', en(book.opening)],
      ...rows.slice(1),
    ],
  })
  sheet.row(
    end,
    [
      [90, 'TOTALS AT END OF PERIOD'],
      [-390, au(book.debits)],
      [-470, au(book.credits)],
      [-555, au(book.closing)],
    ],
    { bold: true },
  )
  return statement('au-blank', sheet, book, {
    fields: { bank_name: 'ANTIPODES BANKING GROUP', account_holder_name: name, account_number: account },
    totals: true,
    optional: ['currency'],
  })
}

/** India: narration over several lines, reference numbers, a summary of counts at the foot. */
export const inNarration: Generator = async (chance) => {
  const book = bookOf(chance, { span: cycle(chance), land: 'in', scale: 14 })
  const [name, account] = [`${chance.pick(['MR', 'MRS'])} ${person(chance, 'in').toUpperCase()}`, chance.digits(14)]
  const sheet = await Sheet.open(chance, { text: 7.5, hands: [HANDS.report, HANDS.jumbledWords] })
  sheet.row(
    40,
    [
      [36, 'GODAVARI BANK LTD'],
      [-560, 'Statement of account'],
    ],
    { size: 12, bold: true },
  )
  sheet.stack(36, 70, [name, ...place(chance, 'in'), 'JOINT HOLDERS :'])
  sheet.pairs(320, 410, 70, [
    ['Account Branch :', 'KARVE NAGAR'],
    ['City :', 'PUNE 411052'],
    ['Currency :', 'INR'],
    ['Cust ID :', chance.digits(8)],
    ['Account No :', `${account}   PRIME`],
    ['A/C Open Date :', '12/06/2014'],
    ['RTGS/NEFT IFSC :', 'GDVR0000149'],
    ['Branch Code :', '149'],
  ])
  sheet.at(36, 172, `From : ${day(book.from, 'DD/MM/YYYY')}      To : ${day(book.to, 'DD/MM/YYYY')}`)
  const end = sheet.table({
    y: 196,
    step: 12,
    lead: 9,
    bottom: 720,
    columns: [
      { x: 36, head: 'Date' },
      { x: 76, head: 'Narration' },
      { x: 250, head: 'Chq./Ref.No.' },
      { x: 335, head: 'Value Dt' },
      { x: -440, head: 'Withdrawal Amt.' },
      { x: -505, head: 'Deposit Amt.' },
      { x: -568, head: 'Closing Balance' },
    ],
    rows: book.moves.map((move) => [
      day(move.date, 'DD/MM/YY'),
      move.lines,
      `0000${chance.digits(12)}`,
      day(move.date, 'DD/MM/YY'),
      move.amount < 0 ? lakh(-move.amount) : '',
      move.amount > 0 ? lakh(move.amount) : '',
      lakh(move.balance),
    ]),
  })
  const y = end > 690 ? sheet.turn() && 60 : end + 16
  sheet.at(36, y, 'STATEMENT SUMMARY :-', { bold: true })
  sheet.row(
    y + 14,
    [
      [36, 'Opening Balance'],
      [140, 'Dr Count'],
      [210, 'Cr Count'],
      [290, 'Debits'],
      [390, 'Credits'],
      [490, 'Closing Bal'],
    ],
    { bold: true },
  )
  sheet.row(y + 26, [
    [36, lakh(book.opening)],
    [140, String(book.outs.length)],
    [210, String(book.ins.length)],
    [290, lakh(book.debits)],
    [390, lakh(book.credits)],
    [490, lakh(book.closing)],
  ])
  return statement('in-narration', sheet, book, {
    fields: { bank_name: 'GODAVARI BANK LTD', account_holder_name: name, account_number: account, currency: 'INR' },
    totals: true,
  })
}

/** India, a state bank: `1 Jan 2024` broken over two lines in the cell, the balance above the table. */
export const inState: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'in', scale: 11 })
  const [name, account] = [`Mr. ${person(chance, 'in')}`, `000000${chance.digits(11)}`]
  const sheet = await Sheet.open(chance, { text: 8, hands: [HANDS.browser, HANDS.plain] })
  sheet.at(36, 44, 'State Bank of Malwa', { size: 14, bold: true })
  sheet.pairs(36, 160, 70, [
    ['Account Name', `: ${name}`],
    ['Address', `: ${place(chance, 'in')[0]}`],
    ['Date', `: ${day(book.to, 'D MMM YYYY')}`],
    ['Account Number', `: ${account}`],
    ['Account Description', ': REGULAR SB CHQ-INDIVIDUALS'],
    ['Branch', ': INDORE MAIN'],
    ['Drawing Power', ': 0.00'],
    ['Interest Rate(% p.a.)', ': 2.7'],
    ['IFS Code', ': SBML0000391'],
    [`Balance as on ${day(book.from, 'D MMM YYYY')}`, `: ${lakh(book.opening)}`],
  ])
  sheet.at(36, 200, `Account Statement from ${day(book.from, 'D MMM YYYY')} to ${day(book.to, 'D MMM YYYY')}`, {
    bold: true,
  })
  const cell = (iso: string) => [day(iso, 'D MMM'), day(iso, 'YYYY')]
  sheet.table({
    y: 220,
    step: 16,
    columns: [
      { x: 36, head: 'Txn Date' },
      { x: 80, head: ['Value', 'Date'] },
      { x: 124, head: 'Description' },
      { x: 290, head: ['Ref No./Cheque', 'No.'] },
      { x: -430, head: 'Debit' },
      { x: -490, head: 'Credit' },
      { x: -560, head: 'Balance' },
    ],
    rows: book.moves.map((move) => [
      cell(move.date),
      cell(move.value),
      move.lines,
      ['TRANSFER TO', chance.digits(11)],
      move.amount < 0 ? lakh(-move.amount) : '',
      move.amount > 0 ? lakh(move.amount) : '',
      lakh(move.balance),
    ]),
    ruled: true,
  })
  return statement('in-state', sheet, book, {
    fields: {
      bank_name: 'State Bank of Malwa',
      account_holder_name: name,
      account_number: account,
      closing_balance: undefined,
    },
    optional: ['currency', 'closing_balance'],
  })
}

/** South Africa: Cr behind sums and balances, bank charges in a last column. */
export const zaCheque: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'za', scale: 4 })
  const [name, account] = [`${chance.pick(['MR', 'MISS'])} ${person(chance).toUpperCase()}`, `62${chance.digits(9)}`]
  const credit = (amount: number) => `${en(Math.abs(amount))}${amount > 0 ? 'Cr' : ''}`
  const sheet = await Sheet.open(chance, { hands: [HANDS.plain, HANDS.airy] })
  sheet.at(40, 46, 'First Karoo Bank', { size: 15, bold: true })
  sheet.stack(40, 90, [`*${name}`, ...place(chance, 'za')])
  sheet.stack(330, 90, [
    `Statement Period : ${day(book.from, 'D MMMM YYYY')} to ${day(book.to, 'D MMMM YYYY')}`,
    `Statement Date : ${day(book.to, 'D MMMM YYYY')}`,
    'Branch Code 250655',
  ])
  sheet.at(40, 170, `Private Cheque Account : ${account}`, { bold: true })
  sheet.pairs(40, 170, 186, [
    ['Opening Balance', credit(book.opening)],
    ['Closing Balance', credit(book.closing)],
  ])
  const end = sheet.table({
    y: 232,
    columns: [
      { x: 40, head: 'Date' },
      { x: 90, head: 'Description' },
      { x: -380, head: 'Amount' },
      { x: -470, head: 'Balance' },
      { x: -555, head: ['Accrued', 'Bank Charges'] },
    ],
    rows: [
      ['', 'Opening Balance', '', credit(book.opening)],
      ...book.moves.map((move, i) => [
        day(move.date, 'DD MMM'),
        move.text,
        credit(move.amount),
        credit(move.balance),
        i % 4 === 0 ? '3.50' : '',
      ]),
    ],
  })
  sheet.row(
    end,
    [
      [90, 'Closing Balance'],
      [-470, credit(book.closing)],
    ],
    { bold: true },
  )
  sheet.at(40, end + 20, 'All amounts are in South African Rand (ZAR).', { size: 7 })
  return statement('za-cheque', sheet, book, {
    fields: { bank_name: 'First Karoo Bank', account_holder_name: name, account_number: account, currency: 'ZAR' },
  })
}

/** New Zealand: the day once, types in a column, an opening and closing row with no date. */
export const nzOrange: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'au' })
  const [name, account] = [person(chance), `38-${chance.digits(4)}-${chance.digits(7)}-00`]
  const sheet = await Sheet.open(chance, { hands: [HANDS.office, HANDS.reportBackwards] })
  sheet.row(
    46,
    [
      [40, 'Kahurangi Bank'],
      [-555, 'Account Statement'],
    ],
    { size: 14, bold: true },
  )
  sheet.row(80, [
    [40, name],
    [330, 'Statement opening date'],
    [-555, day(book.from, 'D MMMM YYYY')],
  ])
  sheet.row(94, [
    [40, place(chance, 'au')[0]],
    [330, 'Statement closing date'],
    [-555, day(book.to, 'D MMMM YYYY')],
  ])
  sheet.row(108, [
    [330, 'Account number'],
    [-555, account],
  ])
  sheet.row(122, [
    [330, 'Account name'],
    [-555, name],
  ])
  sheet.table({
    y: 170,
    columns: [
      { x: 40, head: 'Date' },
      { x: 110, head: 'Type' },
      { x: 160, head: 'Details' },
      { x: -400, head: 'Withdrawals' },
      { x: -475, head: 'Deposits' },
      { x: -555, head: 'Balance' },
    ],
    rows: [
      ['', '', 'Opening account balance', '', '', au(book.opening)],
      ...book.moves.map((move, at) => [
        startsDay(book, at) ? day(move.date, 'D MMM YYYY') : '',
        move.amount > 0 ? 'DC' : 'EP',
        move.text,
        move.amount < 0 ? au(-move.amount) : '',
        move.amount > 0 ? au(move.amount) : '',
        au(move.balance),
      ]),
      ['', '', 'Closing account balance', '', '', au(book.closing)],
    ],
  })
  return statement('nz-orange', sheet, book, {
    fields: { bank_name: 'Kahurangi Bank', account_holder_name: name, account_number: account },
    optional: ['currency'],
  })
}
