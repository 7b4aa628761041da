import type { Chance } from '../chance.ts'
import { Sheet } from '../printer/sheet.ts'
import type { Generator } from '../specimen.ts'
import { pad } from './book.ts'
import { firm, person, place } from './people.ts'
import { cents, day, daysAfter, en, fr } from './print.ts'

const dated = (chance: Chance) => `${chance.whole(2019, 2025)}-${pad(chance.whole(1, 12))}-${pad(chance.whole(1, 28))}`
const usd = (amount: number) => `$${en(amount)}`

/** A tax agency's assessment: figures of a return, no form to be filed. */
export const assessment: Generator = async (chance) => {
  const date = dated(chance)
  const sheet = await Sheet.open(chance, 'letter plain|report')
  // No part of an income is above the whole.
  const [total, deducted] = [chance.amount(30_000, 90_000), chance.amount(1_000, 6_000)]
  const [net, taken] = [total - deducted, chance.amount(0, 900)]
  sheet.print`
    46b/13: 40 Revenue Agency | 572> Notice of assessment
    90: 40 ${person(chance).toUpperCase()} ¶ ${place(chance, 'ca').map((line) => line.toUpperCase())}
    list 90: 380 | 470
    - Notice details |
    - Social insurance number | XXX XXX 417
    - Tax year | ${Number(date.slice(0, 4)) - 1}
    - Date issued | ${day(date, 'MMM D, YYYY')}
    y = 190: 40<520 We assessed your income tax and benefit return and calculated your balance. You have a refund.
      & We will deposit it to the account on file.
    table y+20: 40 Line | 90 Description | 480> $ Final amount
    - 15000 | Total income | ${en(total)}
    - | Deductions from total income | ${en(deducted)}
    - 23600 | Net income | ${en(net)}
    - 26000 | Taxable income | ${en(net - taken)}
    - 43500 | Total payable | ${en(chance.amount(3_000, 9_000))}
    - | Refund | ${en(chance.amount(100, 900))}
    420: 40b RRSP deduction limit statement
    list 438: 40 | 480
    - RRSP deduction limit for the previous year | ${en(12_000)}
    - Minus: employer pension adjustment | ${en(0)}
    - Available contribution room | ${en(chance.amount(4_000, 20_000))}
  `
  return sheet.says`NOTICE_OF_ASSESSMENT world-assessment
    tax_year ${String(Number(date.slice(0, 4)) - 1)} | notice_date ${date}
    optional taxpayer_name social_insurance_number total_income net_income taxable_income total_tax refund_amount
      & rrsp_deduction_limit`
}

/** A bank confirms an account and its balance. */
export const bankConfirmation: Generator = async (chance) => {
  const [name, date] = [person(chance), dated(chance)]
  const sheet = await Sheet.open(chance, 'letter 10.5 office|typesetter')
  sheet.print`
    60: 60b/14 Confederation Bank of Commerce
    110: 60 ${day(date, 'MMMM D, YYYY')}
    140: 60 To whom it may concern:
    y = 166: 60<480 This letter confirms that ${name} has been a client of this bank since 2009 and holds the
      & following accounts in good standing as of the date of this letter:
    table y+14: 60 Account type | 220 Account number | 460> Balance
    - Chequing | ****${chance.digits(3)} | ${usd(chance.amount(900, 9_000))}
    - Savings | ****${chance.digits(3)} | ${usd(chance.amount(900, 40_000))}
    y+110: 60 Sincerely, ¶  ¶ Amara Osei ¶ Client Advisor
  `
  return sheet.says`UNKNOWN world-bank-confirmation
    optional`
}

/** French bank details: holder, codes, IBAN and nothing that moved. */
export const bankDetails: Generator = async (chance) => {
  const sheet = await Sheet.open(chance, 'plain|browser')
  sheet.print`
    60: 297.5^b/14 RELEVÉ D’IDENTITÉ BANCAIRE
    100: 60 Titulaire du compte
    114: 60 ${person(chance, 'fr').toUpperCase()} ¶ ${place(chance, 'fr')}
    190b: 60 Code banque | 160 Code guichet | 260 Numéro de compte | 380 Clé RIB | 450 Domiciliation
    204: 60 30004 | 160 ${chance.digits(5)} | 260 ${chance.digits(11)} | 380 ${chance.digits(2)} | 450 LYON BELLECOUR
    240: 60 IBAN
      | 160 FR76 3000 4${chance.digits(3)} ${chance.digits(4)} ${chance.digits(4)} ${chance.digits(4)}
      & ${chance.digits(3)}
    254: 60 BIC | 160 BDDRFRPPXXX
    300: 60<460 Ce relevé est destiné à être remis, sur leur demande, à vos créanciers ou débiteurs appelés à faire
      & inscrire des opérations à votre compte (virements, prélèvements, etc.).
  `
  return sheet.says`UNKNOWN world-bank-details
    optional`
}

/** A loan's schedule: days, payments and balances, but nobody's account. */
export const schedule: Generator = async (chance) => {
  const date = `${dated(chance).slice(0, 7)}-15`
  const sheet = await Sheet.open(chance, 'letter report|plain')
  sheet.print`50: 40b/14 Loan Amortization Schedule`
  let balance = chance.whole(12, 30) * 1_000
  sheet.print`
    list 76: 40 | 180
    - Loan amount | ${usd(balance)}
    - Annual interest rate | 6.25 %
    - Loan period in years | 4
    - Start date of loan | ${day(date, 'MM/DD/YYYY')}
    - Scheduled payment | ${usd(412.8)}
  `
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
  sheet.print`
    table 170: 40 No. | 70 Payment date | 230> Beginning balance | 310> Payment | 390> Principal | 460> Interest
      | 560> Ending balance
    - ${rows}
  `
  return sheet.says`UNKNOWN world-schedule
    optional`
}

/** Hours of a fortnight, signed, without any pay. */
export const timesheet: Generator = async (chance) => {
  const date = dated(chance)
  const sheet = await Sheet.open(chance, 'letter office|plain')
  sheet.print`
    50: 40b/15 Employee Timesheet
    list 80: 40 | 140
    - Employee: | ${person(chance)}
    - Department: | Facilities
    - Supervisor: | R. Whitlock
    - Week ending: | ${day(daysAfter(date, 6), 'MM/DD/YYYY')}
    table 160 ruled: 40 Date | 120 Day | 200 Time in | 280 Time out | 420> Regular hours | 520> Overtime
    - ${Array.from({ length: 5 }, (_, i) => [
      day(daysAfter(date, i), 'MM/DD/YYYY'),
      String(i + 1),
      '8:30',
      '17:00',
      '8.00',
      i === 2 ? '1.50' : '0.00',
    ])}
    - | Total hours |  |  | 40.00 | 1.50
    300: 40 Employee signature: ____________________ | 330 Date: ____________
  `
  return sheet.says`UNKNOWN world-timesheet
    optional`
}

/** What a lender writes each month: principal, escrow, an amount due; neither account nor invoice. */
export const lease: Generator = async (chance) => {
  const [landlord, tenant, date] = [firm(chance, 'Properties LLC'), person(chance), dated(chance)]
  const sheet = await Sheet.open(chance, 'letter serif 11 office|typesetter')
  sheet.print`60: 306^b/14 RESIDENTIAL LEASE AGREEMENT`
  let y = 100
  for (const text of [
    `1. PARTIES. This lease is made on ${day(date, 'MMMM D, YYYY')} between ${landlord} ("Landlord") and ${tenant} ("Tenant").`,
    `2. TERM. The term begins on ${day(daysAfter(date, 20), 'MMMM D, YYYY')} and ends twelve months later.`,
    `3. RENT. Tenant shall pay ${usd(chance.amount(900, 3_000))} per month in advance on the first day of each month. A late fee of $50.00 is due after the fifth day.`,
    `4. SECURITY DEPOSIT. Upon signing, Tenant shall deposit ${usd(1_500)} with Landlord, to be returned with interest less deductions for damage.`,
    '5. UTILITIES. Tenant pays electricity and gas. Landlord pays water and sewer.',
  ])
    y = sheet.print`${y}: 72<468 ${text}` + 10
  sheet.print`${y + 40}: 72 Landlord ____________________ | 330 Tenant ____________________`
  return sheet.says`UNKNOWN world-lease
    optional`
}

/** An insurer's declarations: premiums by coverage. */
export const policy: Generator = async (chance) => {
  const date = dated(chance)
  const sheet = await Sheet.open(chance, 'letter report|reportBackwards')
  sheet.print`
    46b/13: 40 Sentry Oak Mutual | 572> Auto Policy Declarations
    list 80: 40 | 160
    - Named insured | ${person(chance)}
    - Policy number | PA ${chance.digits(8)}
    - Policy period | ${day(date, 'MM/DD/YYYY')} to ${day(daysAfter(date, 182), 'MM/DD/YYYY')}
    - Vehicle | 2017 Subaru Outback
    table 160: 40 Coverage | 240 Limits | 480> Premium
    - Bodily injury | $100,000/$300,000 | ${usd(chance.amount(90, 300))}
    - Property damage | $50,000 | ${usd(chance.amount(60, 200))}
    - Comprehensive | $500 deductible | ${usd(chance.amount(30, 100))}
    - Total six month premium |  | ${usd(chance.amount(300, 700))}
  `
  return sheet.says`UNKNOWN world-policy
    optional`
}

/** A purchase order: lines, prices and a total, but nothing is billed. */
export const order: Generator = async (chance) => {
  const [date, price] = [dated(chance), chance.amount(4, 80)]
  const sheet = await Sheet.open(chance, 'browser|plain')
  const [buyer, number] = [firm(chance, 'Ltd'), `PO-${chance.digits(5)}`]
  sheet.print`
    50b/14: 40 ${buyer} | 555> PURCHASE ORDER
    list 80: 380 | 460
    - PO number | ${number}
    - Order date | ${day(date, 'DD MMM YYYY')}
    - Deliver by | ${day(daysAfter(date, 14), 'DD MMM YYYY')}
    80: 40 Supplier ¶ ${firm(chance, 'Ltd')} ¶ ${place(chance, 'uk')}
    170: 40 Deliver to: Goods In, Unit 4, Quayside ¶ Please quote our order number on all invoices and delivery notes.
    table 220: 40 Item | 100 Description | 380> Qty | 460> Unit price | 550> Line total
    - A-114 | Pallet straps 5 m | 20 | ${en(price)} | ${en(price * 20)}
    - A-220 | Corner guards | 100 | ${en(1.2)} | ${en(120)}
    - |  |  | Order total | ${en(price * 20 + 120)}
  `
  return sheet.says`PURCHASE_ORDER world-order
    purchase_order ${number} | order_date ${date} | delivery_date ${daysAfter(date, 14)} | customer_name ${buyer}
      | order_total ${price * 20 + 120}
    optional vendor_name currency payment_terms`
}

/** A life on a page: employers, years, no sums. */
export const resume: Generator = async (chance) => {
  const name = person(chance)
  const sheet = await Sheet.open(chance, 'letter 10 office|typesetter')
  sheet.print`
    56: 306^b/18 ${name}
    72: 306^ Payroll Administrator ${'|'} 614-555-0139 ${'|'} mail@example.org
  `
  let y = 110
  for (const [title, years] of [
    ['Payroll Specialist, Castlebrook Freight', '2019 - Present'],
    ['Bank Teller, Harbor Mutual Savings', '2015 - 2019'],
  ] as const) {
    sheet.print`${y}b: 60 ${title} | 550> ${years}`
    y =
      sheet.print`
        ${y + 16}: 72<460 - Processed bi-weekly payroll for 340 employees, including deductions, garnishments and
          & direct deposit. - Reconciled gross to net pay and issued W-2 forms.
      ` + 12
  }
  sheet.print`
    ${y + 6}: 60b Education
    ${y + 22}: 72 B.Sc. Accounting, Ohio Valley University, 2015
  `
  return sheet.says`UNKNOWN world-resume
    optional`
}

/** A bank tells that a payment was returned: an account and a sum, no ledger. */
export const returnedItem: Generator = async (chance) => {
  const date = dated(chance)
  const sheet = await Sheet.open(chance, 'letter 10 plain|airy')
  sheet.print`
    60: 60b/13 Atlantic America, N.A.
    100: 60 ${person(chance).toUpperCase()} ¶ ${place(chance, 'us').map((line) => line.toUpperCase())}
    180: 60 Notice date: ${day(date, 'MMMM D, YYYY')}
    196: 60 Account ending in ${chance.digits(4)}
    224: 60b/12 Notice of Insufficient Funds
    y = 244: 60<480 The item listed below was presented for payment on ${day(daysAfter(date, -1), 'MM/DD/YYYY')}
      & and was returned unpaid because the available balance was not enough.
    table y+10: 60 Item | 240 Amount | 330 Fee
    - Check #${chance.digits(4)} | ${usd(chance.amount(90, 700))} | $35.00
  `
  return sheet.says`UNKNOWN world-returned-item
    optional`
}

/** France: what a family fund has paid, month by month. */
export const familyFund: Generator = async (chance) => {
  const date = dated(chance)
  const sheet = await Sheet.open(chance, 'plain|browser')
  sheet.print`
    50: 50b/13 Caisse d’Allocations du Rhône
    90: 330 ${person(chance, 'fr').toUpperCase()} ¶ ${place(chance, 'fr')}
    160: 50b/14 ATTESTATION DE PAIEMENT
  `
  const income = chance.amount(180, 900)
  const [name, y] = [person(chance, 'fr'), 190]
  sheet.print`
    end = ${y}: 50<490 Le directeur certifie que ${name}, numéro allocataire ${chance.digits(7)}, a perçu pour le
      & mois de ${day(date, 'MMMM YYYY', 'fr')} les prestations suivantes :
    list end+10: 70 | 420
    - Allocations familiales | ${fr(income - 100)} €
    - Aide au logement | ${fr(100)} €
    - Total | ${fr(income)} €
    end+80: 50 Fait à Lyon, le ${day(date, 'D MMMM YYYY', 'fr')}
  `
  return sheet.says`INCOME_LETTER world-family-fund
    employee_name ${name} | letter_date ${date} | gross_income ${income}
    optional employer_name employee_name pay_frequency`
}
