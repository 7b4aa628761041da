import type { Chance } from '../chance.ts'
import { split } from '../printer/lists.ts'

const FIRST =
  'Maren Tobias Oyelaran Priya Étienne Solveig Dmitri Nadia Hollis Beatriz Kwame Ingrid Rosalind Jean-Luc'.split(' ')
const LAST = split`
  Halvorsen | Okonjo | Tremblay-Roy | O'Dwyer | Van der Meer | Szymanski | Bellerose | Nakashima | Quill | St. Amour
  | MacLeish
`
const TRADE = split`
  Larkspur | Ironbark | Northlight | Quarry Hill | Tamarack | Bluewater | Fernleigh | Cobalt Ridge | Maplecrest
`
const KIND = split`
  Foods | Logistics | Software | Credit Union | Holdings | Health Services | Manufacturing | Consulting Group
`
const STREET = split`
  Birchmount Rd | Rue des Érables | Harbour View Dr | Concession 7 | Elm Street | King St W | Ch. du Lac
`
const TOWNS = {
  CA: [
    ['Moncton', 'NB', 'E1C 4Z6'],
    ['Guelph', 'ON', 'N1H 6J3'],
    ['Gatineau', 'QC', 'J8X 2K1'],
    ['Red Deer', 'AB', 'T4N 5H2'],
  ],
  US: [
    ['Boise', 'ID', '83702'],
    ['Toledo', 'OH', '43604'],
    ['Chico', 'CA', '95928'],
    ['Utica', 'NY', '13502-1187'],
  ],
} as const

export interface Person {
  first: string
  initial: string
  last: string
  address: string[]
}

export interface Company {
  name: string
  address: string[]
}

export function person(chance: Chance, country: 'CA' | 'US'): Person {
  return {
    first: chance.pick(FIRST),
    initial: chance.happens(0.5) ? chance.pick([...'ABCDEJLMRS']) : '',
    last: chance.pick(LAST),
    address: address(chance, country),
  }
}

export function company(chance: Chance, country: 'CA' | 'US'): Company {
  const end = country === 'CA' ? ['Ltd.', 'Inc.', 'Ltée', 'Corp.'] : ['LLC', 'Inc', 'Corp', 'Co.']
  const numbered = country === 'CA' && chance.happens(0.15)
  const name = numbered
    ? `${chance.whole(1_000_000, 2_999_999)} ${chance.pick(['Ontario', 'Alberta'])} ${chance.pick(end)}`
    : `${chance.pick(TRADE)} ${chance.pick(KIND)} ${chance.pick(end)}`
  return { name, address: address(chance, country) }
}

function address(chance: Chance, country: 'CA' | 'US'): string[] {
  const [town, state, code] = chance.pick<readonly [string, string, string]>(TOWNS[country])
  const street = `${chance.happens(0.3) ? `${chance.whole(1, 40)}-` : ''}${chance.whole(10, 9_900)} ${chance.pick(STREET)}`
  const unit = chance.happens(0.3)
    ? [chance.pick(['Suite', 'Unit', 'Apt']).concat(' ', String(chance.whole(2, 900)))]
    : []
  return [
    street,
    ...unit,
    country === 'CA' && chance.happens(0.4) ? `${town} ${state}  ${code}` : `${town}, ${state} ${code}`,
  ]
}

/** `length` digits whose last one closes Luhn's sum. */
function luhn(chance: Chance, length: number, first: string): string {
  const body = first + chance.digits(length - 1 - first.length)
  let sum = 0
  for (const [at, digit] of [...body].reverse().entries()) {
    const doubled = at % 2 === 0 ? Number(digit) * 2 : Number(digit)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return body + String((10 - (sum % 10)) % 10)
}

export function socialInsuranceNumber(chance: Chance, look: 'blanks' | 'dashes' | 'none'): string {
  const digits = luhn(chance, 9, chance.pick(['1', '2', '4', '5', '6', '7']))
  return digits.match(/\d{3}/g)?.join(look === 'none' ? '' : look === 'dashes' ? '-' : ' ') ?? digits
}

/** A payer's account with the revenue agency, such as a payroll account. */
export function programAccount(chance: Chance, program: string, blanks: boolean): string {
  const parts = [luhn(chance, 9, chance.pick(['1', '7', '8'])), program, `000${chance.whole(1, 3)}`]
  return parts.join(blanks ? ' ' : '')
}

export const employerId = (chance: Chance) => `${chance.pick(['20', '26', '35', '41', '82'])}-${chance.digits(7)}`

export function socialSecurityNumber(chance: Chance): string {
  return `${chance.whole(101, 665)}-${chance.whole(10, 98)}-${chance.whole(1001, 9899)}`
}
