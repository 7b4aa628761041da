import type { Chance } from '../../chance.ts'
import { monthOf } from '../print.ts'

export const INTO = [
  'Quillmark Systems Payroll PPD ID: 9111111101',
  'Zelle Payment From Leonie Fairweather 11846630',
  'Mobile Deposit',
  'ATM Cash Deposit 03/12 410 Main St Boise ID Card 4471',
]
export const OUT = [
  'Card Purchase 03/02 Greenbelt Grocery #118 Boise ID Card 4471',
  'Card Purchase With Pin 03/09 Fuelmart 0442 Nampa ID Card 4471',
  'Recurring Card Purchase 03/05 Streamly.Com 866-555-0142 CA Card 4471',
  'Idaho Valley Power Bill Pmt 448210993 Web ID: 4520011',
  'Online Transfer To Sav ...8820 Transaction#: 19887322104',
]

export const month = (chance: Chance) => monthOf(chance.whole(2019, 2025), chance.whole(1, 12))
