import type { Chance } from '../chance.ts'
import type { Generator } from '../specimen.ts'
import { bookOf, month, pad, paper, startsDay, statement } from './book.ts'
import { HANDS } from './hand.ts'
import { payFields, payOf } from './pay.ts'
import { firm, person, place } from './people.ts'
import { day, de, en, fr } from './print.ts'
import { Sheet } from './sheet.ts'

const usd = (amount: number) => `$${en(amount)}`
const dated = (chance: Chance) => `${chance.whole(2019, 2025)}-${pad(chance.whole(1, 12))}-${pad(chance.whole(1, 28))}`

/** Portugal: a combined statement with its own words for text and days. */
export const ptExtrato: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'pt' })
  const [name, iban] = [
    person(chance, 'pt').toUpperCase(),
    `PT50 00${chance.digits(2)} ${chance.digits(4)} ${chance.digits(11)} ${chance.digits(2)}`,
  ]
  const sheet = await Sheet.open(chance, { hands: [HANDS.plain, HANDS.report] })
  sheet.row(
    46,
    [
      [40, 'Banco Comercial do Douro'],
      [-555, 'EXTRATO COMBINADO'],
    ],
    { bold: true, size: 12 },
  )
  sheet.stack(330, 84, [name, ...place(chance, 'pt')])
  sheet.pairs(40, 120, 84, [
    ['Período de', day(book.from, 'YYYY/MM/DD')],
    ['a', day(book.to, 'YYYY/MM/DD')],
    ['IBAN', iban],
    ['Moeda', 'EUR'],
  ])
  sheet.table({
    y: 170,
    columns: [
      { x: 40, head: ['DATA', 'LANC.'] },
      { x: 90, head: ['DATA', 'VALOR'] },
      { x: 140, head: 'DESCRITIVO' },
      { x: -390, head: 'DÉBITO' },
      { x: -470, head: 'CRÉDITO' },
      { x: -555, head: 'SALDO' },
    ],
    rows: [
      ['', '', 'SALDO INICIAL', '', '', fr(book.opening)],
      ...book.moves.map((move) => [
        day(move.date, 'M.DD'),
        day(move.date, 'M.DD'),
        move.text,
        move.amount < 0 ? fr(-move.amount) : '',
        move.amount > 0 ? fr(move.amount) : '',
        fr(move.balance),
      ]),
      ['', '', 'SALDO FINAL', '', '', fr(book.closing)],
    ],
  })
  return statement('pt-extrato', sheet, book, {
    fields: { bank_name: 'Banco Comercial do Douro', account_holder_name: name, account_number: iban, currency: 'EUR' },
  })
}

/** Czech: signed sums, the balance on every row. */
export const csVypis: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'cs', scale: 6 })
  const [name, account] = [person(chance, 'cs'), `${chance.digits(10)}/0300`]
  const sheet = await Sheet.open(chance, { face: 'wide', hands: [HANDS.browser, HANDS.plain] })
  sheet.row(
    46,
    [
      [40, 'Moravská spořitelna, a.s.'],
      [-555, 'Výpis z účtu'],
    ],
    { bold: true, size: 13 },
  )
  sheet.stack(330, 84, [name, ...place(chance, 'cs')])
  sheet.pairs(40, 140, 84, [
    ['Číslo účtu', account],
    ['Období', `${day(book.from, 'D.M.YYYY')} - ${day(book.to, 'D.M.YYYY')}`],
    ['Měna', 'CZK'],
    ['Počáteční zůstatek', fr(book.opening)],
    ['Konečný zůstatek', fr(book.closing)],
  ])
  sheet.table({
    y: 180,
    columns: [
      { x: 40, head: 'Datum' },
      { x: 110, head: 'Popis' },
      { x: -450, head: 'Částka' },
      { x: -555, head: 'Zůstatek' },
    ],
    rows: book.moves.map((move) => [day(move.date, 'D.M.YYYY'), move.text, fr(move.amount), fr(move.balance)]),
    ruled: true,
  })
  return statement('cs-vypis', sheet, book, {
    fields: {
      bank_name: 'Moravská spořitelna, a.s.',
      account_holder_name: name,
      account_number: account,
      currency: 'CZK',
    },
  })
}

/** A British high-street bank: types, paid in before withdrawn, a summary box of four lines. */
export const ukWithdrawn: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'uk' })
  const [name, account] = [`${chance.pick(['MISS', 'MR'])} ${person(chance).toUpperCase()}`, chance.digits(8)]
  const sheet = await Sheet.open(chance, { hands: [HANDS.report, HANDS.jumbled] })
  sheet.row(
    46,
    [
      [40, 'Royal Bank of Lothian'],
      [-555, 'Select Account Statement'],
    ],
    { bold: true, size: 12 },
  )
  sheet.stack(50, 90, [name, ...place(chance, 'uk').map((line) => line.toUpperCase())])
  sheet.box(330, 80, 225, 100)
  sheet.pairs(
    340,
    460,
    96,
    [
      ['Account Name', name],
      ['Account No', account],
      ['Sort Code', '83-19-02'],
      ['Period Covered', `${day(book.from, 'DD MMM YYYY')} to ${day(book.to, 'DD MMM YYYY')}`],
    ],
    { size: 8 },
  )
  sheet.pairs(40, 140, 190, [
    ['Previous Balance', `£${en(book.opening)}`],
    ['Paid In', `£${en(book.credits)}`],
    ['Withdrawn', `£${en(book.debits)}`],
    ['New Balance', `£${en(book.closing)}`],
  ])
  sheet.table({
    y: 262,
    columns: [
      { x: 40, head: 'Date' },
      { x: 100, head: 'Type' },
      { x: 150, head: 'Description' },
      { x: -400, head: 'Paid In(£)' },
      { x: -475, head: 'Withdrawn(£)' },
      { x: -555, head: 'Balance(£)' },
    ],
    rows: [
      [day(book.from, 'DD MMM YYYY'), '', 'BROUGHT FORWARD', '', '', en(book.opening)],
      ...book.moves.map((move, at) => [
        startsDay(book, at) ? day(move.date, 'DD MMM') : '',
        move.amount > 0 ? 'AC' : 'D/D',
        move.lines,
        move.amount > 0 ? en(move.amount) : '',
        move.amount < 0 ? en(-move.amount) : '',
        en(move.balance),
      ]),
    ],
  })
  return statement('uk-withdrawn', sheet, book, {
    fields: { bank_name: 'Royal Bank of Lothian', account_holder_name: name, account_number: account, currency: 'GBP' },
    totals: true,
  })
}

/** An American share account: dividends, amounts with a minus in front, effective and posting days. */
export const usShares: Generator = async (chance) => {
  const book = bookOf(chance, { span: month(chance), land: 'us', count: chance.whole(5, 12) })
  const [name, account] = [person(chance).toUpperCase(), `${chance.digits(7)}-S0001`]
  const sheet = await Sheet.open(chance, { size: 'letter', hands: [HANDS.office, HANDS.letters] })
  sheet
    .at(40, 46, 'Copper Basin Federal Credit Union', { bold: true, size: 13 })
    .at(40, 62, 'P.O. Box 417, Globe, AZ 85501', { size: 8 })
  sheet.stack(60, 110, [name, ...place(chance, 'us').map((line) => line.toUpperCase())])
  sheet.pairs(360, 470, 110, [
    ['Member Number', account.slice(0, 7)],
    ['From', day(book.from, 'MM/DD/YYYY')],
    ['Through', day(book.to, 'MM/DD/YYYY')],
  ])
  sheet.box(36, 182, 540, 18, 0.9).at(40, 195, `PRIMARY SHARE SAVINGS  ${account}`, { bold: true })
  sheet.table({
    y: 220,
    columns: [
      { x: 40, head: 'Post' },
      { x: 90, head: 'Eff' },
      { x: 140, head: 'Transaction Description' },
      { x: -440, head: 'Amount' },
      { x: -560, head: 'New Balance' },
    ],
    rows: [
      [day(book.from, 'MM/DD'), '', 'Beginning Balance', '', en(book.opening)],
      ...book.moves.map((move) => [
        day(move.date, 'MM/DD'),
        day(move.date, 'MM/DD'),
        move.lines,
        en(move.amount),
        en(move.balance),
      ]),
      [day(book.to, 'MM/DD'), '', 'Ending Balance', '', en(book.closing)],
    ],
  })
  return statement('us-shares', sheet, book, {
    fields: { bank_name: 'Copper Basin Federal Credit Union', account_holder_name: name, account_number: account },
    optional: ['currency', 'account_number'],
  })
}

/** Italy: competenze and trattenute, the net of the month in a box. */
export const itBusta: Generator = async (chance) => {
  const pay = payOf(chance, {
    days: 0,
    earnings: [
      ['Retribuzione ordinaria', 0.96],
      ['Straordinario 15%', 0.04],
    ],
    taxes: [['IRPEF', 0.14]],
    deductions: [
      ['Contributo IVS', 0.0919],
      ['Fondo pensione', 0.01],
    ],
  })
  const [name, employer] = [person(chance, 'it').toUpperCase(), `${firm(chance, '').toUpperCase()} S.R.L.`]
  const sheet = await Sheet.open(chance, { text: 8.5, hands: [HANDS.report, HANDS.plain] })
  sheet.row(
    44,
    [
      [40, employer],
      [-555, `PERIODO DI RETRIBUZIONE ${day(pay.from, 'MMMM YYYY', 'it').toUpperCase()}`],
    ],
    { bold: true },
  )
  sheet.row(
    70,
    [
      [40, 'CODICE DIPENDENTE'],
      [160, 'COGNOME E NOME'],
      [340, 'CODICE FISCALE'],
      [460, 'DATA ASSUNZIONE'],
    ],
    { size: 6.5 },
  )
  sheet.row(81, [
    [40, chance.digits(5)],
    [160, name],
    [340, `SVARNL80A01F205${chance.pick(['X', 'K'])}`],
    [460, '01-09-2015'],
  ])
  const rows = [
    ...pay.earnings.map((line) => [line.name, '', de(line.current), '']),
    ...[...pay.taxes, ...pay.deductions].map((line) => [line.name, '9,19', '', de(line.current)]),
  ]
  sheet.table({
    y: 110,
    columns: [
      { x: 40, head: 'VOCI VARIABILI DEL MESE' },
      { x: -330, head: 'RIFERIMENTO' },
      { x: -440, head: 'COMPETENZE' },
      { x: -550, head: 'TRATTENUTE' },
    ],
    rows,
  })
  sheet
    .row(
      240,
      [
        [330, 'TOTALE COMPETENZE'],
        [460, 'TOTALE TRATTENUTE'],
      ],
      { size: 6.5 },
    )
    .row(251, [
      [-440, de(pay.gross.current)],
      [-550, de(pay.taken.current)],
    ])
  sheet
    .box(420, 262, 140, 30)
    .at(426, 272, 'NETTO DEL MESE', { size: 6.5 })
    .row(286, [[-550, `${de(pay.net.current)} €`]], { bold: true })
  return paper(
    'it-busta',
    sheet,
    'PAY_STUB',
    {
      employee_name: name,
      employer_name: employer,
      gross_pay: pay.gross.current,
      total_deductions: pay.taken.current,
      net_pay: pay.net.current,
    },
    ['pay_period_start', 'pay_period_end'],
  )
}

/** The sums at the foot as columns, the period and the year as rows. */
export const usFoot: Generator = async (chance) => {
  const pay = payOf(chance, {
    earnings: [['Salary', 1]],
    taxes: [
      ['Fed Withholding', 0.12],
      ['Fed OASDI/EE', 0.062],
      ['Fed MED/EE', 0.0145],
    ],
    deductions: [
      ['Dental', 0.01],
      ['403B', 0.06],
    ],
  })
  const [name, employer] = [person(chance), `${chance.pick(['Lakeside', 'Prairie', 'Ridgeview'])} School District`]
  const sheet = await Sheet.open(chance, { size: 'letter', text: 8, hands: [HANDS.plain, HANDS.jumbledWords] })
  sheet.stack(36, 40, [employer, ...place(chance, 'us')])
  sheet.pairs(360, 470, 40, [
    ['Pay Group:', 'MON-Monthly'],
    ['Pay Begin Date:', day(pay.from, 'MM/DD/YYYY')],
    ['Pay End Date:', day(pay.to, 'MM/DD/YYYY')],
    ['Advice #:', chance.digits(9)],
    ['Advice Date:', day(pay.paid, 'MM/DD/YYYY')],
  ])
  sheet.stack(36, 110, [name, ...place(chance, 'us')])
  sheet.table({
    y: 180,
    step: 12,
    columns: [
      { x: 36, head: 'Description' },
      { x: -160, head: 'Rate' },
      { x: -210, head: 'Hours' },
      { x: -270, head: 'Earnings' },
      { x: -330, head: 'YTD' },
    ],
    rows: pay.earnings.map((line) => [
      line.name,
      en(line.rate ?? 0),
      en(line.hours ?? 0),
      en(line.current),
      en(line.ytd),
    ]),
  })
  sheet.table({
    y: 180,
    step: 12,
    columns: [
      { x: 350, head: 'Taxes' },
      { x: -510, head: 'Current' },
      { x: -576, head: 'YTD' },
    ],
    rows: pay.taxes.map((line) => [line.name, en(line.current), en(line.ytd)]),
  })
  sheet.table({
    y: 250,
    step: 12,
    columns: [
      { x: 36, head: 'Before-Tax Deductions' },
      { x: -270, head: 'Current' },
      { x: -330, head: 'YTD' },
    ],
    rows: pay.deductions.map((line) => [line.name, en(line.current), en(line.ytd)]),
  })
  sheet.row(
    330,
    [
      [130, 'TOTAL GROSS'],
      [250, 'TOTAL TAXES'],
      [370, 'TOTAL DEDUCTIONS'],
      [500, 'NET PAY'],
    ],
    { bold: true },
  )
  sheet.row(343, [
    [36, 'Current:'],
    [130, en(pay.gross.current)],
    [250, en(pay.tax.current)],
    [370, en(pay.deducted.current)],
    [500, en(pay.net.current)],
  ])
  sheet.row(356, [
    [36, 'YTD:'],
    [130, en(pay.gross.ytd)],
    [250, en(pay.tax.ytd)],
    [370, en(pay.deducted.ytd)],
    [500, en(pay.net.ytd)],
  ])
  return paper(
    'us-foot',
    sheet,
    'PAY_STUB',
    {
      ...payFields(pay, { employee_name: name, employer_name: employer }),
      total_taxes: pay.tax.current,
      total_deductions: pay.deducted.current,
      ytd_gross_pay: pay.gross.ytd,
      ytd_net_pay: pay.net.ytd,
    },
    ['pay_frequency'],
  )
}

/** A lender's form that an employer fills in: numbered boxes with captions over values. */
export const verificationForm: Generator = async (chance) => {
  const [name, employer, date, income] = [
    person(chance),
    firm(chance, 'Inc.'),
    dated(chance),
    chance.whole(40, 130) * 1_000,
  ]
  const sheet = await Sheet.open(chance, { size: 'letter', text: 9, hands: [HANDS.report, HANDS.plain] })
  sheet.centre(44, 'Request for Verification of Employment', { bold: true, size: 14 })
  const cells = [
    [36, 80, '1. To (Name and address of employer)', employer],
    [310, 80, '2. From (Name and address of lender)', 'Beacon Home Lending'],
    [36, 130, '7. Name and address of applicant', name],
    [310, 130, '8. Signature of applicant', 'on file'],
    [36, 180, "9. Applicant's date of employment", '03/11/2015'],
    [220, 180, '10. Present position', 'Estimator'],
    [400, 180, '11. Probability of continued employment', 'Good'],
    [36, 230, '12A. Current gross base pay', `${usd(income)} annually`],
    [310, 230, '14. If paid hourly, average hours per week', 'n/a'],
    [36, 280, '26. Signature of employer', 'J. Mendes'],
    [220, 280, '27. Title', 'HR Director'],
    [400, 280, '28. Date', day(date, 'MM/DD/YYYY')],
  ] as const
  for (const [x, y, caption, value] of cells) {
    sheet
      .box(x - 4, y - 12, 170, 44)
      .at(x, y, caption, { size: 6.5 })
      .at(x, y + 18, value)
  }
  return paper(
    'verification-form',
    sheet,
    'INCOME_LETTER',
    { employee_name: name, employer_name: employer, letter_date: date, gross_income: income },
    ['pay_frequency'],
  )
}

/** France: what an office for those out of work pays a day. */
export const jobOffice: Generator = async (chance) => {
  const [name, date, income] = [
    `${chance.pick(['Madame', 'Monsieur'])} ${person(chance, 'fr')}`,
    dated(chance),
    chance.amount(31, 88),
  ]
  const sheet = await Sheet.open(chance, { text: 10.5, hands: [HANDS.browser, HANDS.plain] })
  sheet.at(50, 50, 'Agence pour l’emploi', { bold: true, size: 13 })
  sheet.stack(320, 90, [name, ...place(chance, 'fr')])
  sheet
    .at(50, 170, `Lyon, le ${day(date, 'D MMMM YYYY', 'fr')}`)
    .at(50, 196, 'Objet : notification de droits', { bold: true })
  sheet.prose(
    50,
    224,
    490,
    `${name}, nous vous informons que vous pouvez bénéficier de l’allocation d’aide au retour à l’emploi. Le montant brut de votre allocation journalière est de ${fr(income)} €. Vos droits sont ouverts pour une durée de 365 jours.`,
  )
  return paper(
    'job-office',
    sheet,
    'INCOME_LETTER',
    { employee_name: name, employer_name: 'Agence pour l’emploi', letter_date: date, gross_income: income },
    ['employer_name', 'pay_frequency'],
  )
}

/** A trial balance: accounts with debits and credits, but no bank and nothing that moved. */
export const trialBalance: Generator = async (chance) => {
  const date = dated(chance)
  const sheet = await Sheet.open(chance, { size: 'letter', hands: [HANDS.report, HANDS.plain] })
  sheet
    .centre(46, firm(chance, 'LLC'), { bold: true, size: 13 })
    .centre(62, 'Trial Balance')
    .centre(76, `As of ${day(date, 'MMMM D, YYYY')}`)
  sheet.table({
    y: 110,
    columns: [
      { x: 60, head: 'Account' },
      { x: -430, head: 'Debit' },
      { x: -540, head: 'Credit' },
    ],
    rows: [
      ...['1000 Checking', '1200 Accounts Receivable', '5000 Cost of Goods Sold', '6100 Rent'].map((account) => [
        account,
        en(chance.amount(900, 40_000)),
        '',
      ]),
      ...['2000 Accounts Payable', '4000 Sales'].map((account) => [account, '', en(chance.amount(900, 40_000))]),
      ['TOTAL', en(90_000), en(90_000)],
    ],
  })
  return paper('trial-balance', sheet, 'UNKNOWN')
}
