import type { Chance } from '../chance.ts'
import type { Generator } from '../specimen.ts'
import { pad, paper } from './book.ts'
import { HANDS } from './hand.ts'
import { firm, person, place } from './people.ts'
import { cents, day, daysAfter, en, fr } from './print.ts'
import { Sheet } from './sheet.ts'

const dated = (chance: Chance) => `${chance.whole(2019, 2025)}-${pad(chance.whole(1, 12))}-${pad(chance.whole(1, 28))}`
const usd = (amount: number) => `$${en(amount)}`

/** A tax agency's assessment: figures of a return, no form to be filed. */
export const assessment: Generator = async (chance) => {
  const date = dated(chance)
  const sheet = await Sheet.open(chance, { size: 'letter', hands: [HANDS.plain, HANDS.report] })
  sheet.row(
    46,
    [
      [40, 'Revenue Agency'],
      [-572, 'Notice of assessment'],
    ],
    { bold: true, size: 13 },
  )
  sheet.stack(40, 90, [person(chance).toUpperCase(), ...place(chance, 'ca').map((line) => line.toUpperCase())])
  sheet.pairs(380, 470, 90, [
    ['Notice details', ''],
    ['Social insurance number', 'XXX XXX 417'],
    ['Tax year', String(Number(date.slice(0, 4)) - 1)],
    ['Date issued', day(date, 'MMM D, YYYY')],
  ])
  const y = sheet.prose(
    40,
    190,
    520,
    'We assessed your income tax and benefit return and calculated your balance. You have a refund. We will deposit it to the account on file.',
  )
  sheet.table({
    y: y + 20,
    columns: [
      { x: 40, head: 'Line' },
      { x: 90, head: 'Description' },
      { x: -480, head: '$ Final amount' },
    ],
    rows: [
      ['15000', 'Total income', en(chance.amount(30_000, 90_000))],
      ['', 'Deductions from total income', en(chance.amount(1_000, 6_000))],
      ['23600', 'Net income', en(chance.amount(30_000, 80_000))],
      ['26000', 'Taxable income', en(chance.amount(30_000, 80_000))],
      ['43500', 'Total payable', en(chance.amount(3_000, 9_000))],
      ['', 'Refund', en(chance.amount(100, 900))],
    ],
  })
  sheet.at(40, 420, 'RRSP deduction limit statement', { bold: true })
  sheet.pairs(40, 480, 438, [
    ['RRSP deduction limit for the previous year', en(12_000)],
    ['Minus: employer pension adjustment', en(0)],
    ['Available contribution room', en(chance.amount(4_000, 20_000))],
  ])
  return paper('assessment', sheet, 'TAX_FORM', { tax_year: String(Number(date.slice(0, 4)) - 1) }, ['form_name'])
}

/** A bank confirms an account and its balance. */
export const bankConfirmation: Generator = async (chance) => {
  const [name, date] = [person(chance), dated(chance)]
  const sheet = await Sheet.open(chance, { size: 'letter', text: 10.5, hands: [HANDS.office, HANDS.typesetter] })
  sheet.at(60, 60, 'Confederation Bank of Commerce', { bold: true, size: 14 })
  sheet.at(60, 110, day(date, 'MMMM D, YYYY')).at(60, 140, 'To whom it may concern:')
  const y = sheet.prose(
    60,
    166,
    480,
    `This letter confirms that ${name} has been a client of this bank since 2009 and holds the following accounts in good standing as of the date of this letter:`,
  )
  sheet.table({
    y: y + 14,
    columns: [
      { x: 60, head: 'Account type' },
      { x: 220, head: 'Account number' },
      { x: -460, head: 'Balance' },
    ],
    rows: [
      ['Chequing', `****${chance.digits(3)}`, usd(chance.amount(900, 9_000))],
      ['Savings', `****${chance.digits(3)}`, usd(chance.amount(900, 40_000))],
    ],
  })
  sheet.stack(60, y + 110, ['Sincerely,', '', 'Amara Osei', 'Client Advisor'])
  return paper('bank-confirmation', sheet, 'UNKNOWN')
}

/** French bank details: holder, codes, IBAN and nothing that moved. */
export const bankDetails: Generator = async (chance) => {
  const sheet = await Sheet.open(chance, { hands: [HANDS.plain, HANDS.browser] })
  sheet.centre(60, 'RELEVÉ D’IDENTITÉ BANCAIRE', { bold: true, size: 14 })
  sheet.at(60, 100, 'Titulaire du compte').stack(60, 114, [person(chance, 'fr').toUpperCase(), ...place(chance, 'fr')])
  sheet.row(
    190,
    [
      [60, 'Code banque'],
      [160, 'Code guichet'],
      [260, 'Numéro de compte'],
      [380, 'Clé RIB'],
      [450, 'Domiciliation'],
    ],
    { bold: true },
  )
  sheet.row(204, [
    [60, '30004'],
    [160, chance.digits(5)],
    [260, chance.digits(11)],
    [380, chance.digits(2)],
    [450, 'LYON BELLECOUR'],
  ])
  sheet
    .row(240, [
      [60, 'IBAN'],
      [
        160,
        `FR76 3000 4${chance.digits(3)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(3)}`,
      ],
    ])
    .row(254, [
      [60, 'BIC'],
      [160, 'BDDRFRPPXXX'],
    ])
  sheet.prose(
    60,
    300,
    460,
    'Ce relevé est destiné à être remis, sur leur demande, à vos créanciers ou débiteurs appelés à faire inscrire des opérations à votre compte (virements, prélèvements, etc.).',
  )
  return paper('bank-details', sheet, 'UNKNOWN')
}

/** A loan's schedule: days, payments and balances, but nobody's account. */
export const schedule: Generator = async (chance) => {
  const date = `${dated(chance).slice(0, 7)}-15`
  const sheet = await Sheet.open(chance, { size: 'letter', hands: [HANDS.report, HANDS.plain] })
  sheet.at(40, 50, 'Loan Amortization Schedule', { bold: true, size: 14 })
  let balance = chance.whole(12, 30) * 1_000
  sheet.pairs(40, 180, 76, [
    ['Loan amount', usd(balance)],
    ['Annual interest rate', '6.25 %'],
    ['Loan period in years', '4'],
    ['Start date of loan', day(date, 'MM/DD/YYYY')],
    ['Scheduled payment', usd(412.8)],
  ])
  const rows = Array.from({ length: 24 }, (_, i) => {
    const [before, interest] = [balance, cents(balance * 0.0052)]
    balance = cents(balance - 412.8 + interest)
    return [
      String(i + 1),
      day(daysAfter(date, 30 * i), 'MM/DD/YYYY'),
      en(before),
      en(412.8),
      en(412.8 - interest),
      en(interest),
      en(balance),
    ]
  })
  sheet.table({
    y: 170,
    columns: [
      { x: 40, head: 'No.' },
      { x: 70, head: 'Payment date' },
      { x: -230, head: 'Beginning balance' },
      { x: -310, head: 'Payment' },
      { x: -390, head: 'Principal' },
      { x: -460, head: 'Interest' },
      { x: -560, head: 'Ending balance' },
    ],
    rows,
  })
  return paper('schedule', sheet, 'UNKNOWN')
}

/** Hours of a fortnight, signed, without any pay. */
export const timesheet: Generator = async (chance) => {
  const date = dated(chance)
  const sheet = await Sheet.open(chance, { size: 'letter', hands: [HANDS.office, HANDS.plain] })
  sheet.at(40, 50, 'Employee Timesheet', { bold: true, size: 15 })
  sheet.pairs(40, 140, 80, [
    ['Employee:', person(chance)],
    ['Department:', 'Facilities'],
    ['Supervisor:', 'R. Whitlock'],
    ['Week ending:', day(daysAfter(date, 6), 'MM/DD/YYYY')],
  ])
  sheet.table({
    y: 160,
    columns: [
      { x: 40, head: 'Date' },
      { x: 120, head: 'Day' },
      { x: 200, head: 'Time in' },
      { x: 280, head: 'Time out' },
      { x: -420, head: 'Regular hours' },
      { x: -520, head: 'Overtime' },
    ],
    rows: [
      ...Array.from({ length: 5 }, (_, i) => [
        day(daysAfter(date, i), 'MM/DD/YYYY'),
        String(i + 1),
        '8:30',
        '17:00',
        '8.00',
        i === 2 ? '1.50' : '0.00',
      ]),
      ['', 'Total hours', '', '', '40.00', '1.50'],
    ],
    ruled: true,
  })
  sheet.row(300, [
    [40, 'Employee signature: ____________________'],
    [330, 'Date: ____________'],
  ])
  return paper('timesheet', sheet, 'UNKNOWN')
}

/** What a lender writes each month: principal, escrow, an amount due; neither account nor invoice. */
export const lease: Generator = async (chance) => {
  const [landlord, tenant, date] = [firm(chance, 'Properties LLC'), person(chance), dated(chance)]
  const sheet = await Sheet.open(chance, {
    size: 'letter',
    face: 'serif',
    text: 11,
    hands: [HANDS.office, HANDS.typesetter],
  })
  sheet.centre(60, 'RESIDENTIAL LEASE AGREEMENT', { bold: true, size: 14 })
  let y = 100
  for (const text of [
    `1. PARTIES. This lease is made on ${day(date, 'MMMM D, YYYY')} between ${landlord} ("Landlord") and ${tenant} ("Tenant").`,
    `2. TERM. The term begins on ${day(daysAfter(date, 20), 'MMMM D, YYYY')} and ends twelve months later.`,
    `3. RENT. Tenant shall pay ${usd(chance.amount(900, 3_000))} per month in advance on the first day of each month. A late fee of $50.00 is due after the fifth day.`,
    `4. SECURITY DEPOSIT. Upon signing, Tenant shall deposit ${usd(1_500)} with Landlord, to be returned with interest less deductions for damage.`,
    '5. UTILITIES. Tenant pays electricity and gas. Landlord pays water and sewer.',
  ])
    y = sheet.prose(72, y, 468, text) + 10
  sheet.row(y + 40, [
    [72, 'Landlord ____________________'],
    [330, 'Tenant ____________________'],
  ])
  return paper('lease', sheet, 'UNKNOWN')
}

/** An insurer's declarations: premiums by coverage. */
export const policy: Generator = async (chance) => {
  const date = dated(chance)
  const sheet = await Sheet.open(chance, { size: 'letter', hands: [HANDS.report, HANDS.reportBackwards] })
  sheet.row(
    46,
    [
      [40, 'Sentry Oak Mutual'],
      [-572, 'Auto Policy Declarations'],
    ],
    { bold: true, size: 13 },
  )
  sheet.pairs(40, 160, 80, [
    ['Named insured', person(chance)],
    ['Policy number', `PA ${chance.digits(8)}`],
    ['Policy period', `${day(date, 'MM/DD/YYYY')} to ${day(daysAfter(date, 182), 'MM/DD/YYYY')}`],
    ['Vehicle', '2017 Subaru Outback'],
  ])
  sheet.table({
    y: 160,
    columns: [
      { x: 40, head: 'Coverage' },
      { x: 240, head: 'Limits' },
      { x: -480, head: 'Premium' },
    ],
    rows: [
      ['Bodily injury', '$100,000/$300,000', usd(chance.amount(90, 300))],
      ['Property damage', '$50,000', usd(chance.amount(60, 200))],
      ['Comprehensive', '$500 deductible', usd(chance.amount(30, 100))],
      ['Total six month premium', '', usd(chance.amount(300, 700))],
    ],
  })
  return paper('policy', sheet, 'UNKNOWN')
}

/** A purchase order: lines, prices and a total, but nothing is billed. */
export const order: Generator = async (chance) => {
  const [date, price] = [dated(chance), chance.amount(4, 80)]
  const sheet = await Sheet.open(chance, { hands: [HANDS.browser, HANDS.plain] })
  sheet.row(
    50,
    [
      [40, firm(chance, 'Ltd')],
      [-555, 'PURCHASE ORDER'],
    ],
    { bold: true, size: 14 },
  )
  sheet.pairs(380, 460, 80, [
    ['PO number', `PO-${chance.digits(5)}`],
    ['Order date', day(date, 'DD MMM YYYY')],
    ['Deliver by', day(daysAfter(date, 14), 'DD MMM YYYY')],
  ])
  sheet.stack(40, 80, ['Supplier', firm(chance, 'Ltd'), ...place(chance, 'uk')])
  sheet.stack(40, 170, [
    'Deliver to: Goods In, Unit 4, Quayside',
    'Please quote our order number on all invoices and delivery notes.',
  ])
  sheet.table({
    y: 220,
    columns: [
      { x: 40, head: 'Item' },
      { x: 100, head: 'Description' },
      { x: -380, head: 'Qty' },
      { x: -460, head: 'Unit price' },
      { x: -550, head: 'Line total' },
    ],
    rows: [
      ['A-114', 'Pallet straps 5 m', '20', en(price), en(price * 20)],
      ['A-220', 'Corner guards', '100', en(1.2), en(120)],
      ['', '', '', 'Order total', en(price * 20 + 120)],
    ],
  })
  return paper('order', sheet, 'UNKNOWN')
}

/** A life on a page: employers, years, no sums. */
export const resume: Generator = async (chance) => {
  const name = person(chance)
  const sheet = await Sheet.open(chance, { size: 'letter', text: 10, hands: [HANDS.office, HANDS.typesetter] })
  sheet.centre(56, name, { size: 18, bold: true }).centre(72, 'Payroll Administrator | 614-555-0139 | mail@example.org')
  let y = 110
  for (const [title, years] of [
    ['Payroll Specialist, Castlebrook Freight', '2019 - Present'],
    ['Bank Teller, Harbor Mutual Savings', '2015 - 2019'],
  ] as const) {
    sheet.row(
      y,
      [
        [60, title],
        [-550, years],
      ],
      { bold: true },
    )
    y =
      sheet.prose(
        72,
        y + 16,
        460,
        '- Processed bi-weekly payroll for 340 employees, including deductions, garnishments and direct deposit. - Reconciled gross to net pay and issued W-2 forms.',
      ) + 12
  }
  sheet.at(60, y + 6, 'Education', { bold: true }).at(72, y + 22, 'B.Sc. Accounting, Ohio Valley University, 2015')
  return paper('resume', sheet, 'UNKNOWN')
}

/** A bank tells that a payment was returned: an account and a sum, no ledger. */
export const returnedItem: Generator = async (chance) => {
  const date = dated(chance)
  const sheet = await Sheet.open(chance, { size: 'letter', text: 10, hands: [HANDS.plain, HANDS.airy] })
  sheet.at(60, 60, 'Atlantic America, N.A.', { bold: true, size: 13 })
  sheet.stack(60, 100, [person(chance).toUpperCase(), ...place(chance, 'us').map((line) => line.toUpperCase())])
  sheet.at(60, 180, `Notice date: ${day(date, 'MMMM D, YYYY')}`).at(60, 196, `Account ending in ${chance.digits(4)}`)
  sheet.at(60, 224, 'Notice of Insufficient Funds', { bold: true, size: 12 })
  const y = sheet.prose(
    60,
    244,
    480,
    `The item listed below was presented for payment on ${day(daysAfter(date, -1), 'MM/DD/YYYY')} and was returned unpaid because the available balance was not enough.`,
  )
  sheet.table({
    y: y + 10,
    columns: [
      { x: 60, head: 'Item' },
      { x: 240, head: 'Amount' },
      { x: 330, head: 'Fee' },
    ],
    rows: [[`Check #${chance.digits(4)}`, usd(chance.amount(90, 700)), '$35.00']],
  })
  return paper('returned-item', sheet, 'UNKNOWN')
}

/** France: what a family fund has paid, month by month. */
export const familyFund: Generator = async (chance) => {
  const date = dated(chance)
  const sheet = await Sheet.open(chance, { hands: [HANDS.plain, HANDS.browser] })
  sheet.at(50, 50, 'Caisse d’Allocations du Rhône', { bold: true, size: 13 })
  sheet.stack(330, 90, [person(chance, 'fr').toUpperCase(), ...place(chance, 'fr')])
  sheet.at(50, 160, 'ATTESTATION DE PAIEMENT', { bold: true, size: 14 })
  const income = chance.amount(180, 900)
  const [name, y] = [person(chance, 'fr'), 190]
  const end = sheet.prose(
    50,
    y,
    490,
    `Le directeur certifie que ${name}, numéro allocataire ${chance.digits(7)}, a perçu pour le mois de ${day(date, 'MMMM YYYY', 'fr')} les prestations suivantes :`,
  )
  sheet.pairs(70, 420, end + 10, [
    ['Allocations familiales', `${fr(income - 100)} €`],
    ['Aide au logement', `${fr(100)} €`],
    ['Total', `${fr(income)} €`],
  ])
  sheet.at(50, end + 80, `Fait à Lyon, le ${day(date, 'D MMMM YYYY', 'fr')}`)
  return paper(
    'family-fund',
    sheet,
    'INCOME_LETTER',
    { employee_name: name, letter_date: date, gross_income: income },
    ['employer_name', 'employee_name', 'pay_frequency'],
  )
}
