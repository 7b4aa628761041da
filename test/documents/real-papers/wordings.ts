import type { Chance } from '../chance.ts'
import { split } from '../printer/lists.ts'
import { dayOf, daysAfter } from './print.ts'

export const WORK = split`
  Website maintenance | Design: landing page | Gravel, 3/4" crushed | On-site installation | Consulting hours
  | Replacement filter kit
`

export const US = {
  taxes: {
    'Federal Income Tax': 0.11,
    'Social Security Tax': 0.062,
    'Medicare Tax': 0.0145,
    'ID State Income Tax': 0.045,
  },
  deductions: { Medical: 0.03, '401K': 0.05 },
}

export function period(chance: Chance) {
  const end = dayOf(chance, 2)
  return { start: daysAfter(end, -13), end, paid: daysAfter(end, chance.whole(3, 7)) }
}

export const INTO = split`
  Quillmark Systems Payroll PPD ID: 9111111101 | Zelle Payment From Leonie Fairweather 11846630 | Mobile Deposit
  | ATM Cash Deposit 03/12 410 Main St Boise ID Card 4471
`
export const OUT = split`
  Card Purchase 03/02 Greenbelt Grocery #118 Boise ID Card 4471
  | Card Purchase With Pin 03/09 Fuelmart 0442 Nampa ID Card 4471
  | Recurring Card Purchase 03/05 Streamly.Com 866-555-0142 CA Card 4471
  | Idaho Valley Power Bill Pmt 448210993 Web ID: 4520011 | Online Transfer To Sav ...8820 Transaction#: 19887322104
`

export const CANADA = {
  into: ['Payroll Deposit QUILLMARK SYSTEMS', 'e-Transfer received Leonie F', 'Mobile cheque deposit', 'GST CANADA'],
  out: split`
    Contactless Interac purchase - 4471 NORTHERN GROCER | e-Transfer sent Tobias | Monthly fee
    | Bill Payment HYDRO GUELPH | Online Banking transfer - 2231
  `,
}
