import type { Chance } from '../chance.ts'
import { split } from '../printer/lists.ts'
import type { MoneyLook } from '../real-slips/money.ts'
import { type Worker, worker } from '../real-slips/t4-worker.ts'
import { type Wage, wage } from '../real-slips/w2-wage.ts'

const GIVEN =
  'Ayesha Brandon Chloé Desmond Elif François Gwendolyn Hassan Isla Jorge Katarzyna Liam Marie-Ève Noor Owen Pilar Quentin'.split(
    ' ',
  )
const FAMILY = split`
  Abernathy | Beauchamp | Castellanos | De Souza | Eriksen | D'Angelo | Gagnon | Müller | Ng | Peña-Ruiz | Thibodeau
  | Wu | Zielinski | MacDonald Ross
`
const CANADIAN_FIRMS = split`
  The Governing Council of the
University of Northmere | Northern Shore Regional
Health Authority
  | Pacific Gateway Restaurants
(Western Division) Inc. | 9384756 CANADA INC | Corporation of the Township of Eastvale
  | Les Aliments Boréal Inc. | KESTREL & DAUGHTERS ROOFING LTD | Ministry of Lands and
Natural Resources
  | Glenmore Dental Prof. Corp.
`
const AMERICAN_FIRMS = split`
  Board of Regents of the
High Plains University System | SUMMIT PEAK STAFFING OF OHIO LLC | Blue Heron Brewing Co
  | St. Agnes Medical Center, Inc. | J&R Landscaping Inc | Tri-County School District 14
  | Marigold Home Care and
Hospice Services LLC
`
const CANADIAN_PLACES = [
  ['77 Wharf Street', 'Halifax NS  B3H 2R1'],
  ['1200-355 Burrard Street', 'Vancouver, BC  V6C 2G8'],
  ['PO Box 418 Stn Main', 'Brandon MB R7A 5Z4'],
  ['2445, boul. Laurier, bureau 300', 'Québec (Québec)  G1V 2L2'],
  ['RR 2', 'Elora, Ontario  N0B 1S0'],
] as const
const AMERICAN_PLACES = [
  ['4410 W 9th Ave Apt 12', 'Denver, CO 80204'],
  ['PO BOX 7719', 'ROANOKE VA 24019-0719'],
  ['19 Orchard Lane', 'Keene, NH 03431'],
  ['8801 Sunset Strip', 'Laredo TX 78045'],
] as const

/** Someone's T4, by names that are longer and odder than most. */
export function canadianWorker(chance: Chance, years: readonly number[], look: MoneyLook, province?: string): Worker {
  const slip = worker(chance, years, look, province)
  return {
    ...slip,
    employer: { name: chance.pick(CANADIAN_FIRMS), address: [...chance.pick(CANADIAN_PLACES)] },
    employee: {
      first: chance.pick(GIVEN),
      initial: chance.happens(0.4) ? chance.pick([...'ABEGKNPT']) : '',
      last: chance.pick(FAMILY),
      address: [...chance.pick(CANADIAN_PLACES)],
    },
  }
}

export function americanWage(chance: Chance, look: MoneyLook): Wage {
  const slip = wage(chance, look)
  return {
    ...slip,
    employer: { name: chance.pick(AMERICAN_FIRMS), address: [...chance.pick(AMERICAN_PLACES)] },
    employee: {
      first: chance.pick(GIVEN),
      initial: chance.happens(0.5) ? chance.pick([...'ABEGKNPT']) : '',
      last: chance.pick(FAMILY),
      address: [...chance.pick(AMERICAN_PLACES)],
    },
  }
}

export const canadianFirm = (chance: Chance) => ({
  name: chance.pick(CANADIAN_FIRMS),
  address: [...chance.pick(CANADIAN_PLACES)],
})

export const americanFirm = (chance: Chance) => ({
  name: chance.pick(AMERICAN_FIRMS),
  address: [...chance.pick(AMERICAN_PLACES)],
})

export const canadianPerson = (chance: Chance) => canadianWorker(chance, [2023], 'plain').employee
export const americanPerson = (chance: Chance) => americanWage(chance, 'plain').employee

/** A name as it is returned: its lines joined. */
export const joined = (name: string) => name.replaceAll('\n', ' ')
