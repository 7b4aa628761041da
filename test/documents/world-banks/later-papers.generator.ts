import type { Chance } from '../chance.ts'
import type { Generator } from '../specimen.ts'
import { pad, paper } from './book.ts'
import { HANDS } from './hand.ts'
import { firm, person, place } from './people.ts'
import { day, daysAfter, en, fr } from './print.ts'
import { Sheet } from './sheet.ts'

const dated = (chance: Chance) => `${chance.whole(2019, 2025)}-${pad(chance.whole(1, 12))}-${pad(chance.whole(1, 28))}`
const usd = (amount: number) => `$${en(amount)}`

/** An offer in prose, accepted below. */
export const offerLetter: Generator = async (chance) => {
  const [name, employer, date, income] = [
    person(chance),
    firm(chance, 'Inc.'),
    dated(chance),
    chance.whole(48, 140) * 1_000,
  ]
  const sheet = await Sheet.open(chance, { size: 'letter', text: 11, hands: [HANDS.office, HANDS.typesetter] })
  sheet.at(72, 66, employer, { bold: true, size: 15 })
  sheet.at(72, 110, day(date, 'MMMM D, YYYY')).stack(72, 136, [name, ...place(chance, 'us')])
  sheet.at(72, 196, `Dear ${name.split(' ')[0]},`)
  let y = sheet.prose(
    72,
    220,
    468,
    `We are delighted to offer you the position of Field Engineer with ${employer}. Your annual base salary will be ${usd(income)}, paid semi-monthly in accordance with our payroll schedule, and you will be eligible for our benefits plans from your first day.`,
  )
  y = sheet.prose(
    72,
    y + 12,
    468,
    `Your anticipated start date is ${day(daysAfter(date, 30), 'MMMM D, YYYY')}. Please confirm your acceptance by signing below.`,
  )
  sheet.stack(72, y + 20, ['Sincerely,', '', 'Petra Novak', 'Director, People'])
  return paper(
    'offer-letter',
    sheet,
    'INCOME_LETTER',
    { employee_name: name, employer_name: employer, letter_date: date, gross_income: income },
    ['pay_frequency'],
  )
}

/** Veterans: a summary of benefits as a list of questions and answers. */
export const veteranSummary: Generator = async (chance) => {
  const [name, date, income] = [person(chance), dated(chance), chance.amount(300, 3_800)]
  const sheet = await Sheet.open(chance, {
    size: 'letter',
    face: 'serif',
    text: 11,
    hands: [HANDS.plain, HANDS.browser],
  })
  sheet.centre(60, 'DEPARTMENT OF VETERANS SERVICES', { bold: true, size: 13 })
  sheet.at(72, 100, day(date, 'MMMM D, YYYY')).stack(72, 126, [name, ...place(chance, 'us')])
  sheet.at(72, 190, `Dear ${name}:`)
  let y = sheet.prose(
    72,
    212,
    468,
    'This letter is a summary of benefits you currently receive from us. We are providing this letter to disabled veterans to use in applying for benefits such as housing entitlements.',
  )
  sheet.at(72, y + 12, 'Benefit Information', { bold: true })
  y = sheet.pairs(72, 420, y + 30, [
    ['You have one or more service-connected disabilities:', 'Yes'],
    ['Your combined service-connected evaluation is:', '40%'],
    ['Your current monthly award amount is:', usd(income)],
    ['The effective date of the last change was:', day(daysAfter(date, -200), 'MMMM D, YYYY')],
  ])
  sheet.stack(72, y + 24, ['Sincerely yours,', '', 'Regional Office Director'])
  return paper(
    'veteran-summary',
    sheet,
    'INCOME_LETTER',
    { employee_name: name, employer_name: 'DEPARTMENT OF VETERANS SERVICES', letter_date: date, gross_income: income },
    ['pay_frequency', 'employer_name'],
  )
}

/** Quebec: a pension in French, month by month. */
export const renteMensuelle: Generator = async (chance) => {
  const [name, date, income] = [person(chance, 'fr'), dated(chance), chance.amount(400, 2_100)]
  const sheet = await Sheet.open(chance, { size: 'letter', text: 11, hands: [HANDS.plain, HANDS.office] })
  sheet.at(60, 60, 'Régie des rentes du Québec', { bold: true, size: 13 })
  sheet.row(100, [[400, `Le ${day(date, 'D MMMM YYYY', 'fr')}`]]).stack(60, 120, [name, ...place(chance, 'caFr')])
  sheet.at(60, 200, 'Objet : Votre rente de retraite', { bold: true })
  const y = sheet.prose(
    60,
    226,
    480,
    `Bonjour, nous confirmons que vous recevez une rente de retraite. Le montant mensuel brut de votre rente est de ${fr(income)} $.`,
  )
  sheet.stack(60, y + 20, ['Veuillez agréer nos salutations distinguées.', '', 'Service à la clientèle'])
  return paper(
    'rente-mensuelle',
    sheet,
    'INCOME_LETTER',
    { employee_name: name, employer_name: 'Régie des rentes du Québec', letter_date: date, gross_income: income },
    ['employer_name', 'pay_frequency'],
  )
}

/** Britain: a landlord's form that an employer fills in. */
export const employerReference: Generator = async (chance) => {
  const [name, employer, date, income] = [
    person(chance),
    firm(chance, 'Limited'),
    dated(chance),
    chance.whole(24, 80) * 1_000,
  ]
  const sheet = await Sheet.open(chance, { hands: [HANDS.report, HANDS.plain] })
  sheet.at(40, 50, "Employer's Reference - Tenancy Application", { bold: true, size: 14 })
  sheet.pairs(
    40,
    240,
    90,
    [
      ["Applicant's name", name],
      ["Employer's name", employer],
      ['Job title', 'Buyer'],
      ['Employment start date', '14/05/2016'],
      ['Is the employment permanent?', 'Yes'],
      ['Gross annual salary', `£${en(income)}`],
      ['Paid weekly or monthly?', 'Monthly'],
      ['Completed by', 'S. Whitaker, HR Manager'],
      ['Date', day(date, 'DD/MM/YYYY')],
    ],
    { lead: 20 },
  )
  return paper(
    'employer-reference',
    sheet,
    'INCOME_LETTER',
    { employee_name: name, employer_name: employer, letter_date: date, gross_income: income },
    ['pay_frequency'],
  )
}

/** What it takes to pay off a mortgage. */
export const payoff: Generator = async (chance) => {
  const date = dated(chance)
  const sheet = await Sheet.open(chance, { size: 'letter', hands: [HANDS.plain, HANDS.report] })
  sheet.row(
    46,
    [
      [40, 'Beacon Home Lending'],
      [-572, 'Payoff Statement'],
    ],
    { bold: true, size: 13 },
  )
  sheet.pairs(40, 180, 80, [
    ['Borrower', person(chance)],
    ['Loan number', chance.digits(10)],
    ['Payoff good through', day(daysAfter(date, 20), 'MM/DD/YYYY')],
  ])
  sheet.table({
    y: 150,
    columns: [
      { x: 40, head: 'Item' },
      { x: -420, head: 'Amount' },
    ],
    rows: [
      ['Unpaid principal balance', usd(chance.amount(90_000, 300_000))],
      ['Interest through payoff date', usd(chance.amount(400, 900))],
      ['Recording fee', '$36.00'],
      ['Total amount to pay loan in full', usd(chance.amount(90_000, 300_000))],
      ['Per diem interest', '$22.17'],
    ],
  })
  return paper('payoff', sheet, 'UNKNOWN')
}

/** Marks of a school year. */
export const transcript: Generator = async (chance) => {
  const sheet = await Sheet.open(chance, { size: 'letter', hands: [HANDS.report, HANDS.typesetter] })
  sheet.centre(50, 'Ohio Valley University', { bold: true, size: 15 }).centre(68, 'Unofficial Academic Transcript')
  sheet.pairs(40, 140, 96, [
    ['Student', person(chance)],
    ['Student ID', chance.digits(7)],
    ['Program', 'B.Sc. Accounting'],
    ['Term', `Fall ${chance.whole(2018, 2024)}`],
  ])
  sheet.table({
    y: 170,
    columns: [
      { x: 40, head: 'Course' },
      { x: 120, head: 'Title' },
      { x: -400, head: 'Credits' },
      { x: -460, head: 'Grade' },
      { x: -540, head: 'Points' },
    ],
    rows: [
      ['ACC 201', 'Financial Accounting', '3.00', 'A', '12.00'],
      ['ECO 110', 'Microeconomics', '3.00', 'B+', '9.90'],
      ['STA 220', 'Statistics', '4.00', 'A-', '14.80'],
      ['', 'Term totals', '10.00', '', '36.70'],
    ],
  })
  return paper('transcript', sheet, 'UNKNOWN')
}

/** What is in a parcel. */
export const packingSlip: Generator = async (chance) => {
  const date = dated(chance)
  const sheet = await Sheet.open(chance, { size: 'letter', hands: [HANDS.browser, HANDS.plain] })
  sheet.row(
    50,
    [
      [40, firm(chance, 'Supply')],
      [-572, 'PACKING SLIP'],
    ],
    { bold: true, size: 14 },
  )
  sheet.pairs(380, 460, 80, [
    ['Order #', chance.digits(7)],
    ['Ship date', day(date, 'MM/DD/YYYY')],
    ['Carrier', 'Ground'],
  ])
  sheet.stack(40, 80, ['Ship to:', person(chance), ...place(chance, 'us')])
  sheet.table({
    y: 170,
    columns: [
      { x: 40, head: 'SKU' },
      { x: 130, head: 'Description' },
      { x: -440, head: 'Ordered' },
      { x: -510, head: 'Shipped' },
      { x: -570, head: 'Back order' },
    ],
    rows: [
      ['TR-100', 'Trail runner, blue, 42', '1', '1', '0'],
      ['SK-220', 'Wool socks', '3', '2', '1'],
    ],
  })
  return paper('packing-slip', sheet, 'UNKNOWN')
}

/** Minutes of a meeting that speaks of money. */
export const minutes: Generator = async (chance) => {
  const sheet = await Sheet.open(chance, {
    size: 'letter',
    face: 'serif',
    text: 11,
    hands: [HANDS.office, HANDS.typesetter],
  })
  sheet
    .centre(60, 'Harbour Condominium Association', { bold: true, size: 14 })
    .centre(78, `Minutes of the Board Meeting of ${day(dated(chance), 'MMMM D, YYYY')}`)
  let y = 110
  for (const text of [
    `Present: ${person(chance)} (chair), ${person(chance)}, ${person(chance)}.`,
    `Treasurer's report: the operating account has a balance of ${usd(chance.amount(10_000, 60_000))} and the reserve fund ${usd(chance.amount(90_000, 200_000))}. Total deposits for the month were ${usd(chance.amount(5_000, 9_000))}.`,
    'Motion to approve the roof repair carried unanimously.',
    'The meeting adjourned at 8:40 pm.',
  ])
    y = sheet.prose(72, y, 468, text) + 10
  return paper('minutes', sheet, 'UNKNOWN')
}
