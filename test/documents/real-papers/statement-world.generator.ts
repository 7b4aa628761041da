import type { Chance } from '../chance.ts'
import type { Generator, Specimen } from '../specimen.ts'
import { type Ledger, lastOfDay, ledgerOf, rowsOf } from './ledger.ts'
import { person, street, town } from './names.ts'
import { Paper } from './paper.ts'
import { day, daysAfter, de, en, fr, lakh, monthOf, usd } from './print.ts'

const month = (chance: Chance) => monthOf(chance.whole(2019, 2025), chance.whole(1, 12))

interface Said {
  fields: Record<string, string>
  ledger: Ledger
  optional?: string[]
  totals?: boolean
  type?: 'BANK_STATEMENT' | 'CREDIT_CARD_STATEMENT'
}

async function specimen(
  name: string,
  paper: Paper,
  { fields, ledger, optional, totals = true, type = 'BANK_STATEMENT' }: Said,
): Promise<Specimen> {
  return {
    name: `${name}.pdf`,
    bytes: await paper.save(),
    truth: {
      document_type: type,
      fields: {
        ...fields,
        opening_balance: ledger.opening,
        closing_balance: ledger.closing,
        ...(totals ? { total_deposits: ledger.credits, total_withdrawals: ledger.debits } : {}),
      },
      ...(optional ? { optional } : {}),
      tables: { transactions: rowsOf(ledger.entries) },
      risk: 'clean',
    },
  }
}

const CANADA = {
  into: ['Payroll Deposit QUILLMARK SYSTEMS', 'e-Transfer received Leonie F', 'Mobile cheque deposit', 'GST CANADA'],
  out: [
    'Contactless Interac purchase - 4471 NORTHERN GROCER',
    'e-Transfer sent Tobias',
    'Monthly fee',
    'Bill Payment HYDRO GUELPH',
    'Online Banking transfer - 2231',
  ],
}

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
  paper.stack(30, 70, [`MR. ${name}`, '14 LAXMI NAGAR', 'FLAT 302 GULMOHAR APTS', 'PUNE 411009', 'MAHARASHTRA INDIA'], {
    size: 8,
  })
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

/** Kontoauszug of a savings bank: one amount column with its sign, purposes over several lines, balances as Kontostand. */
export const germanSavings: Generator = async (chance) => {
  const [from, to] = month(chance)
  const signed = chance.happens(0.5)
  const ledger = ledgerOf(chance, {
    from,
    to,
    entries: 13,
    into: ['Gutschrift', 'Lohn, Gehalt, Rente'],
    out: ['Kartenzahlung', 'Lastschrift', 'Überweisung online', 'Dauerauftrag'],
  })
  const name = person(chance)
  const account = chance.digits(10)
  const paper = await Paper.open({ size: 'a4' })
  const before = daysAfter(from, -1)
  paper
    .at(60, 50, 'Stadtsparkasse Auental', { size: 14, bold: true })
    .stack(60, 64, ['Marktplatz 2, 28195 Bremen', 'BLZ 290 555 01  BIC AUENDE22XXX'], { size: 7 })
  paper.stack(60, 120, ['Herrn/Frau', name, 'Lindenallee 14', town(chance, 'de')])
  paper
    .at(380, 120, `Kontoauszug ${Number(to.slice(5, 7))}/${to.slice(0, 4)}`, { bold: true, size: 12 })
    .row(136, [
      [380, 'Kontonummer'],
      [450, account],
    ])
    .row(150, [[380, `IBAN DE21 2905 5501 ${account.slice(0, 4)} ${account.slice(4, 8)} ${account.slice(8)}`]], {
      size: 8,
    })
    .row(164, [[380, 'Blatt 1 von 1']])
  paper
    .row(
      230,
      signed
        ? [
            [60, 'Datum'],
            [120, 'Erläuterung'],
            [-540, 'Betrag EUR'],
          ]
        : [
            [60, 'Datum'],
            [120, 'Erläuterung'],
            [-450, 'Betrag Soll EUR'],
            [-540, 'Betrag Haben EUR'],
          ],
      { bold: true },
    )
    .rule(234, 60, 540)
  const stand = (iso: string, extra: string, amount: number): [number, string][] => [
    [60, `Kontostand am ${day(iso, 'DD.MM.YYYY')}${extra}`],
    [-540, de(amount)],
  ]
  paper.row(250, stand(before, ', Auszug Nr. 2', ledger.opening), { bold: true })
  let y = 268
  for (const { date, text, amount } of ledger.entries) {
    const puts: [number, string][] = signed
      ? [[-540, de(amount)]]
      : amount < 0
        ? [[-450, de(-amount)]]
        : [[-540, de(amount)]]
    paper.row(y, [[60, day(date, 'DD.MM.YYYY')], [120, text], ...puts])
    paper.stack(120, y + 11, ['BRACKENFELD MARKT SAGT DANKE', `REF ${chance.digits(10)} KD ${chance.digits(6)}`], {
      size: 7,
    })
    y += 32
  }
  paper.rule(y - 6, 60, 540).row(y + 8, stand(to, ' um 20:02 Uhr', ledger.closing), { bold: true })
  return specimen('german-savings', paper, {
    fields: {
      bank_name: 'Stadtsparkasse Auental',
      account_holder_name: name,
      account_number: account,
      currency: 'EUR',
    },
    ledger,
    totals: false,
    optional: ['statement_start_date', 'statement_end_date', 'account_number'],
  })
}

/** Kontoauszug of a cooperative bank: booking and value day without a year, amounts with S or H behind them. */
export const germanCooperative: Generator = async (chance) => {
  const [from, to] = month(chance)
  const ledger = ledgerOf(chance, {
    from,
    to,
    entries: 12,
    into: ['GUTSCHR. UEBERWEISUNG', 'LOHN/GEHALT'],
    out: ['Basislastschrift', 'Kartenzahlung girocard', 'Dauerauftrag', 'Abschluss lt. Anlage'],
  })
  const name = person(chance)
  const account = chance.digits(8)
  const paper = await Paper.open({ size: 'a4', family: 'mono', text: 9 })
  const mark = (amount: number) => `${de(Math.abs(amount))} ${amount < 0 ? 'S' : 'H'}`
  paper.at(50, 44, 'Volksbank Ostrautal eG', { size: 13, bold: true })
  paper.stack(50, 100, [name, 'Mühlweg 3', town(chance, 'de')])
  paper
    .row(100, [
      [340, 'Kontonummer'],
      [430, account],
    ])
    .row(112, [
      [340, 'Kontoauszug'],
      [430, `Nr. 3/${to.slice(0, 4)}`],
    ])
    .row(124, [
      [340, 'erstellt am'],
      [430, day(to, 'DD.MM.YYYY')],
    ])
    .row(
      136,
      [
        [340, 'IBAN'],
        [380, `DE61 6009 55${chance.digits(2)} 00${account.slice(0, 2)} ${account.slice(2, 6)} ${account.slice(6)}`],
      ],
      { size: 8 },
    )
    .row(148, [
      [340, 'EUR-Konto'],
      [430, 'Blatt 1 von 1'],
    ])
  paper.row(200, [[50, 'Bu-Tag Wert   Vorgang']], { bold: true }).rule(204, 50, 550)
  paper.row(222, [
    [200, `alter Kontostand vom ${day(daysAfter(from, -1), 'DD.MM.YYYY')}`],
    [-550, mark(ledger.opening)],
  ])
  let y = 240
  for (const { date, text, amount } of ledger.entries) {
    paper
      .row(y, [
        [50, day(date, 'DD.MM.')],
        [88, day(date, 'DD.MM.')],
        [125, text],
        [-550, mark(amount)],
      ])
      .at(125, y + 11, 'Ostrautal Energie GmbH')
      .at(125, y + 22, `EREF: ${chance.digits(9)} MREF: ${chance.digits(6)}`)
    y += 36
  }
  paper.row(y + 6, [
    [200, `neuer Kontostand vom ${day(to, 'DD.MM.YYYY')}`],
    [-550, mark(ledger.closing)],
  ])
  return specimen('german-cooperative', paper, {
    fields: {
      bank_name: 'Volksbank Ostrautal eG',
      account_holder_name: name,
      account_number: account,
      currency: 'EUR',
    },
    ledger,
    totals: false,
    optional: ['statement_start_date', 'statement_end_date', 'account_number'],
  })
}

/** Relevé de compte: operation day and value day, Débit and Crédit, old and new balance as SOLDE CREDITEUR AU. */
export const frenchReleve: Generator = async (chance) => {
  const [from, to] = month(chance)
  const ledger = ledgerOf(chance, {
    from,
    to,
    into: ['VIR SEPA RECU /DE QUILLMARK SARL', 'REMISE CHEQUE 0021'],
    out: [
      'PAIEMENT CB 0203 SUPERETTE LYON',
      'PRLV SEPA ENERGIES RHONE',
      'RETRAIT DAB 1103 LYON 3',
      'COTISATION MENSUELLE',
    ],
  })
  const name = `${chance.pick(['M', 'MME'])} ${person(chance).toUpperCase()}`
  const account = `0000${chance.digits(7)}`
  const paper = await Paper.open({ size: 'a4', text: 8 })
  paper.at(40, 44, 'BANQUE DES TERREAUX', { size: 14, bold: true })
  paper
    .at(40, 76, 'RELEVE DE COMPTE', { size: 12, bold: true })
    .at(40, 92, `du ${day(from, 'D MMMM YYYY', 'fr')} au ${day(to, 'D MMMM YYYY', 'fr')}`)
  paper.stack(330, 120, [name, '14 RUE DES MERLES', town(chance, 'fr')])
  paper
    .at(40, 120, 'COMPTE DE CHEQUES', { bold: true })
    .at(40, 134, `RIB : 30004 00812 ${account} 51`)
    .at(
      40,
      146,
      `IBAN : FR76 3000 4008 12${account.slice(0, 2)} ${account.slice(2, 6)} ${account.slice(6, 10)} ${account.slice(10)}51`,
    )
    .at(40, 158, 'Monnaie du compte : EUR')
  paper
    .row(
      210,
      [
        [44, 'Date'],
        [80, 'Nature des opérations'],
        [360, 'Valeur'],
        [-470, 'Débit'],
        [-550, 'Crédit'],
      ],
      { bold: true },
    )
    .box(40, 198, 515, 18)
  paper.row(
    232,
    [
      [80, `SOLDE CREDITEUR AU ${day(daysAfter(from, -1), 'DD.MM.YYYY')}`],
      [-550, fr(ledger.opening)],
    ],
    { bold: true },
  )
  let y = 248
  for (const { date, text, amount } of ledger.entries) {
    paper.row(y, [
      [44, day(date, 'DD.MM')],
      [80, text],
      [360, day(date, 'DD.MM')],
      [-470, amount < 0 ? fr(-amount) : ''],
      [-550, amount > 0 ? fr(amount) : ''],
    ])
    y += 14
  }
  paper.row(
    y + 4,
    [
      [80, 'TOTAL DES OPERATIONS'],
      [-470, fr(ledger.debits)],
      [-550, fr(ledger.credits)],
    ],
    { bold: true },
  )
  paper.row(
    y + 20,
    [
      [80, `SOLDE CREDITEUR AU ${day(to, 'DD.MM.YYYY')}`],
      [-550, fr(ledger.closing)],
    ],
    { bold: true },
  )
  return specimen('french-releve', paper, {
    fields: {
      bank_name: 'BANQUE DES TERREAUX',
      account_holder_name: name,
      account_number: account,
      statement_start_date: from,
      statement_end_date: to,
      currency: 'EUR',
    },
    ledger,
    optional: ['account_number'],
  })
}

/** A card with transaction and posting day, foreign amounts on a line of their own, negative payments. */
export const canadianCard: Generator = async (chance) => {
  const to = daysAfter(month(chance)[1], -chance.whole(5, 22))
  const from = daysAfter(to, -30)
  const ledger = ledgerOf(chance, {
    from,
    to: daysAfter(to, -3),
    owed: true,
    into: ['PAYMENT - THANK YOU / PAIEMENT - MERCI', 'NORTHERN OUTFITTER RETURN'],
    out: [
      'NORTHERN GROCER GUELPH ON',
      'PETRO STOP 0442 KITCHENER ON',
      'STREAMLY.COM 866-5550142',
      'TRANSIT FARE TORONTO ON',
    ],
  })
  const name = person(chance).toUpperCase()
  const account = `4514 01** **** ${chance.digits(4)}`
  const paper = await Paper.open()
  const upper = (iso: string) => day(iso, 'MMM DD, YYYY').toUpperCase()
  paper
    .at(36, 44, 'Laurentide Bank of Canada', { size: 13, bold: true })
    .at(36, 62, 'Laurentide Rewards Visa', { size: 11 })
  paper
    .at(36, 90, name, { bold: true })
    .at(140, 90, account)
    .row(
      90,
      [[-400, `STATEMENT FROM ${upper(from)} TO ${upper(to)}`]].map(([x, t]) => [Number(x), String(t)] as const),
      { size: 7 },
    )
  paper
    .row(
      118,
      [
        [36, 'TRANSACTION'],
        [90, 'POSTING'],
      ],
      { size: 6 },
    )
    .row(
      126,
      [
        [36, 'DATE'],
        [90, 'DATE'],
        [140, 'ACTIVITY DESCRIPTION'],
        [-400, 'AMOUNT ($)'],
      ],
      { size: 6 },
    )
  paper.row(
    144,
    [
      [140, 'PREVIOUS STATEMENT BALANCE'],
      [-400, usd(ledger.opening)],
    ],
    { bold: true, size: 8 },
  )
  let y = 160
  for (const { date, text, amount } of ledger.entries) {
    paper
      .row(
        y,
        [
          [36, day(date, 'MMM DD').toUpperCase()],
          [90, day(daysAfter(date, 2), 'MMM DD').toUpperCase()],
          [140, text],
          [-400, usd(-amount)],
        ],
        { size: 8 },
      )
      .at(140, y + 9, `${chance.digits(23)}`, { size: 6 })
    y += 21
    if (text.startsWith('STREAMLY')) {
      paper.at(140, y - 3, `Foreign Currency-USD ${en(-amount / 1.36)} Exchange rate-1.360000`, { size: 6 })
      y += 8
    }
  }
  paper.row(
    y + 4,
    [
      [140, 'NEW BALANCE'],
      [-400, usd(ledger.closing)],
    ],
    { bold: true, size: 8 },
  )
  paper
    .box(420, 110, 160, 110, 0.93)
    .at(428, 124, 'PAYMENTS & INTEREST RATES', { bold: true, size: 7 })
    .row(
      138,
      [
        [428, 'Minimum payment'],
        [-575, '$10.00'],
      ],
      { size: 7 },
    )
    .row(
      150,
      [
        [428, 'Payment due date'],
        [-575, upper(daysAfter(to, 21))],
      ],
      { size: 7 },
    )
    .row(
      162,
      [
        [428, 'Credit limit'],
        [-575, '$8,500.00'],
      ],
      { size: 7 },
    )
    .row(
      174,
      [
        [428, 'Available credit'],
        [-575, '$6,102.00'],
      ],
      { size: 7 },
    )
    .row(
      186,
      [
        [428, 'Annual interest rates:'],
        [-575, ''],
      ],
      { size: 7 },
    )
    .row(
      196,
      [
        [428, 'Purchases'],
        [-575, '20.99%'],
      ],
      { size: 7 },
    )
  const calc = [
    ['Previous Statement Balance', usd(ledger.opening)],
    ['Payments & credits', usd(-ledger.credits)],
    ['Purchases & debits', usd(ledger.debits)],
    ['Cash advances', '$0.00'],
    ['Interest', '$0.00'],
    ['Fees', '$0.00'],
    ['NEW BALANCE', usd(ledger.closing)],
  ]
  paper.at(428, 240, 'CALCULATING YOUR BALANCE', { bold: true, size: 7 })
  for (const [i, [label, amount]] of calc.entries())
    paper.row(
      254 + i * 12,
      [
        [428, label],
        [-575, amount],
      ],
      { size: 7, bold: i === 6 },
    )
  return specimen('canadian-card', paper, {
    fields: {
      bank_name: 'Laurentide Bank of Canada',
      account_holder_name: name,
      account_number: account,
      statement_start_date: from,
      statement_end_date: to,
      currency: 'CAD',
    },
    ledger,
    totals: false,
    type: 'CREDIT_CARD_STATEMENT',
    optional: ['total_deposits', 'total_withdrawals', 'currency'],
  })
}
