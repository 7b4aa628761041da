import type { Chance } from '../chance.ts'
import { Sheet } from '../printer/sheet.ts'
import type { Generator } from '../specimen.ts'
import { pad } from './book.ts'
import { firm, person, place } from './people.ts'
import { day, daysAfter, en, fr } from './print.ts'

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
  const sheet = await Sheet.open(chance, 'letter 11 office|typesetter')
  sheet.print`
    66: 72b/15 ${employer}
    110: 72 ${day(date, 'MMMM D, YYYY')}
    136: 72 ${name} ¶ ${place(chance, 'us')}
    196: 72 Dear ${name.split(' ')[0]},
    y = 220: 72<468 We are delighted to offer you the position of Field Engineer with ${employer}. Your annual base
      & salary will be ${usd(income)}, paid semi-monthly in accordance with our payroll schedule, and you will be
      & eligible for our benefits plans from your first day.
    y = y+12: 72<468 Your anticipated start date is ${day(daysAfter(date, 30), 'MMMM D, YYYY')}. Please confirm
      & your acceptance by signing below.
    y+20: 72 Sincerely, ¶  ¶ Petra Novak ¶ Director, People
  `
  return sheet.says`INCOME_LETTER world-offer-letter
    employee_name ${name} | employer_name ${employer} | letter_date ${date} | gross_income ${income}
    optional pay_frequency`
}

/** Veterans: a summary of benefits as a list of questions and answers. */
export const veteranSummary: Generator = async (chance) => {
  const [name, date, income] = [person(chance), dated(chance), chance.amount(300, 3_800)]
  const sheet = await Sheet.open(chance, 'letter serif 11 plain|browser')
  sheet.print`
    60: 306^b/13 DEPARTMENT OF VETERANS SERVICES
    100: 72 ${day(date, 'MMMM D, YYYY')}
    126: 72 ${name} ¶ ${place(chance, 'us')}
    190: 72 Dear ${name}:
    y = 212: 72<468 This letter is a summary of benefits you currently receive from us. We are providing this
      & letter to disabled veterans to use in applying for benefits such as housing entitlements.
    y+12: 72b Benefit Information
    y = list y+30: 72 | 420
    - You have one or more service-connected disabilities: | Yes
    - Your combined service-connected evaluation is: | 40%
    - Your current monthly award amount is: | ${usd(income)}
    - The effective date of the last change was: | ${day(daysAfter(date, -200), 'MMMM D, YYYY')}
    y+24: 72 Sincerely yours, ¶  ¶ Regional Office Director
  `
  return sheet.says`INCOME_LETTER world-veteran-summary
    employee_name ${name} | employer_name DEPARTMENT OF VETERANS SERVICES | letter_date ${date}
      | gross_income ${income}
    optional pay_frequency employer_name`
}

/** Quebec: a pension in French, month by month. */
export const renteMensuelle: Generator = async (chance) => {
  const [name, date, income] = [person(chance, 'fr'), dated(chance), chance.amount(400, 2_100)]
  const sheet = await Sheet.open(chance, 'letter 11 plain|office')
  sheet.print`
    60: 60b/13 Régie des rentes du Québec
    100: 400 Le ${day(date, 'D MMMM YYYY', 'fr')}
    120: 60 ${name} ¶ ${place(chance, 'caFr')}
    200: 60b Objet : Votre rente de retraite
    y = 226: 60<480 Bonjour, nous confirmons que vous recevez une rente de retraite. Le montant mensuel brut de
      & votre rente est de ${fr(income)} $.
    y+20: 60 Veuillez agréer nos salutations distinguées. ¶  ¶ Service à la clientèle
  `
  return sheet.says`INCOME_LETTER world-rente-mensuelle
    employee_name ${name} | employer_name Régie des rentes du Québec | letter_date ${date} | gross_income ${income}
    optional employer_name pay_frequency`
}

/** Britain: a landlord's form that an employer fills in. */
export const employerReference: Generator = async (chance) => {
  const [name, employer, date, income] = [
    person(chance),
    firm(chance, 'Limited'),
    dated(chance),
    chance.whole(24, 80) * 1_000,
  ]
  const sheet = await Sheet.open(chance, 'report|plain')
  sheet.print`
    50: 40b/14 Employer's Reference - Tenancy Application
    list 90 step 20: 40 | 240
    - Applicant's name | ${name}
    - Employer's name | ${employer}
    - Job title | Buyer
    - Employment start date | 14/05/2016
    - Is the employment permanent? | Yes
    - Gross annual salary | £${en(income)}
    - Paid weekly or monthly? | Monthly
    - Completed by | S. Whitaker, HR Manager
    - Date | ${day(date, 'DD/MM/YYYY')}
  `
  return sheet.says`INCOME_LETTER world-employer-reference
    employee_name ${name} | employer_name ${employer} | letter_date ${date} | gross_income ${income}
    optional pay_frequency`
}

/** What it takes to pay off a mortgage. */
export const payoff: Generator = async (chance) => {
  const date = dated(chance)
  const sheet = await Sheet.open(chance, 'letter plain|report')
  sheet.print`
    46b/13: 40 Beacon Home Lending | 572> Payoff Statement
    list 80: 40 | 180
    - Borrower | ${person(chance)}
    - Loan number | ${chance.digits(10)}
    - Payoff good through | ${day(daysAfter(date, 20), 'MM/DD/YYYY')}
    table 150: 40 Item | 420> Amount
    - Unpaid principal balance | ${usd(chance.amount(90_000, 300_000))}
    - Interest through payoff date | ${usd(chance.amount(400, 900))}
    - Recording fee | $36.00
    - Total amount to pay loan in full | ${usd(chance.amount(90_000, 300_000))}
    - Per diem interest | $22.17
  `
  return sheet.says`UNKNOWN world-payoff
    optional`
}

/** Marks of a school year. */
export const transcript: Generator = async (chance) => {
  const sheet = await Sheet.open(chance, 'letter report|typesetter')
  sheet.print`
    50: 306^b/15 Ohio Valley University
    68: 306^ Unofficial Academic Transcript
    list 96: 40 | 140
    - Student | ${person(chance)}
    - Student ID | ${chance.digits(7)}
    - Program | B.Sc. Accounting
    - Term | Fall ${chance.whole(2018, 2024)}
    table 170: 40 Course | 120 Title | 400> Credits | 460> Grade | 540> Points
    - ACC 201 | Financial Accounting | 3.00 | A | 12.00
    - ECO 110 | Microeconomics | 3.00 | B+ | 9.90
    - STA 220 | Statistics | 4.00 | A- | 14.80
    - | Term totals | 10.00 |  | 36.70
  `
  return sheet.says`UNKNOWN world-transcript
    optional`
}

/** What is in a parcel. */
export const packingSlip: Generator = async (chance) => {
  const date = dated(chance)
  const sheet = await Sheet.open(chance, 'letter browser|plain')
  sheet.print`
    50b/14: 40 ${firm(chance, 'Supply')} | 572> PACKING SLIP
    list 80: 380 | 460
    - Order # | ${chance.digits(7)}
    - Ship date | ${day(date, 'MM/DD/YYYY')}
    - Carrier | Ground
    80: 40 Ship to: ¶ ${person(chance)} ¶ ${place(chance, 'us')}
    table 170: 40 SKU | 130 Description | 440> Ordered | 510> Shipped | 570> Back order
    - TR-100 | Trail runner, blue, 42 | 1 | 1 | 0
    - SK-220 | Wool socks | 3 | 2 | 1
  `
  return sheet.says`DELIVERY_NOTE world-packing-slip
    optional delivery_note_number delivery_date order_date purchase_order vendor_name customer_name carrier`
}

/** Minutes of a meeting that speaks of money. */
export const minutes: Generator = async (chance) => {
  const sheet = await Sheet.open(chance, 'letter serif 11 office|typesetter')
  sheet.print`
    60: 306^b/14 Harbour Condominium Association
    78: 306^ Minutes of the Board Meeting of ${day(dated(chance), 'MMMM D, YYYY')}
  `
  let y = 110
  for (const text of [
    `Present: ${person(chance)} (chair), ${person(chance)}, ${person(chance)}.`,
    `Treasurer's report: the operating account has a balance of ${usd(chance.amount(10_000, 60_000))} and the reserve fund ${usd(chance.amount(90_000, 200_000))}. Total deposits for the month were ${usd(chance.amount(5_000, 9_000))}.`,
    'Motion to approve the roof repair carried unanimously.',
    'The meeting adjourned at 8:40 pm.',
  ])
    y = sheet.print`${y}: 72<468 ${text}` + 10
  return sheet.says`UNKNOWN world-minutes
    optional`
}
