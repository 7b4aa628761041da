import type { Chance } from './chance.ts'
import { split } from './printer/lists.ts'

export interface Person {
  first: string
  initial: string
  last: string
  /** Street, then place. */
  address: string[]
}

export interface Company {
  name: string
  address: string[]
}

const FIRST =
  'Amara Béatrice Caleb Dominique Elena François Gurpreet Hélène Ingrid Jérôme Kenji Liam Maude Noah Olivia Priya Quentin Rosalie Samir Tessa Ulrich Valérie Wendell Yasmine'.split(
    ' ',
  )
const LAST =
  "Abernathy Bouchard Castellanos D'Amours Eriksson Fontaine-Roy Gagnon Hollingsworth Iyer Jankowski Kowalchuk Lévesque MacGillivray Nakashima O'Donnell Petrov Quesnel Rasmussen St-Onge Tremblay Underhill Vasquez Whitlock Zaporozhets".split(
    ' ',
  )
const STREETS = split`
  Maple Street | King Street West | rue Principale | chemin du Lac | Birchmount Road | boul. des Érables
  | 7th Avenue SW | Lakeshore Drive
`
const COMPANY = split`
  Northwind | Silver Birch | Laurentide | Prairie Sky | Harbourfront | Clearwater | Tamarack | Aurora | Granite Peak
  | Pacific Rim | Boréal
`
const TRADE = split`
  Logistics | Software | Foods | Construction | Dental Group | Consulting | Textiles | Électrique | Marine Services
  | Robotics | Farms
`
const FORM = ['Inc.', 'Ltd.', 'Limited', 'Corp.', 'Inc', 'LLP', 'Ltée', 'Co-operative']

const PLACES: Record<string, [town: string, postal: string]> = {
  AB: ['Calgary', 'T2P 4K7'],
  BC: ['Burnaby', 'V5H 2C9'],
  MB: ['Brandon', 'R7A 1B4'],
  NB: ['Moncton', 'E1C 3M2'],
  NS: ['Halifax', 'B3J 2K1'],
  ON: ['Kingston', 'K7L 3N6'],
  QC: ['Sherbrooke', 'J1H 4A5'],
  SK: ['Regina', 'S4P 0R7'],
}

export const PROVINCES = Object.keys(PLACES)

export function drawPerson(chance: Chance, province = chance.pick(PROVINCES)): Person {
  return {
    first: chance.pick(FIRST),
    initial: chance.happens(0.5) ? chance.pick([...'ABCDEGHJKLMPRST']) : '',
    last: chance.pick(LAST),
    address: drawAddress(chance, province),
  }
}

export function drawCompany(chance: Chance, province = chance.pick(PROVINCES)): Company {
  const name = chance.happens(0.2)
    ? `${chance.whole(1_000_000, 9_999_999)} ${province === 'QC' ? 'Québec' : 'Canada'} Inc.`
    : `${chance.pick(COMPANY)} ${chance.pick(TRADE)} ${chance.pick(FORM)}`
  return { name, address: drawAddress(chance, province) }
}

function drawAddress(chance: Chance, province: string): string[] {
  const [town, postal] = PLACES[province] ?? (PLACES.ON as [string, string])
  const street = `${chance.whole(1, 9899)} ${chance.pick(STREETS)}`
  const unit = chance.happens(0.25) ? [`${chance.pick(['Suite', 'Unit', 'Apt.'])} ${chance.whole(1, 940)}`] : []
  return [street, ...unit, `${town} ${province} ${postal}`]
}

/** Nine digits that pass the Luhn check, as a SIN and the root of a business number do. */
export function luhnNine(chance: Chance, first: string): string {
  const digits = first + chance.digits(8 - first.length)
  const sum = [...digits].reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return digits + ((10 - (sum % 10)) % 10)
}

export function drawSin(chance: Chance): string {
  const digits = luhnNine(chance, String(chance.whole(1, 7)))
  const [a, b, c] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
  return chance.pick([`${a} ${b} ${c}`, `${a} ${b} ${c}`, `${a}-${b}-${c}`, digits])
}

export function drawPayrollAccount(chance: Chance): string {
  const root = luhnNine(chance, chance.pick(['1', '7', '8']))
  const number = `000${chance.whole(1, 3)}`
  return chance.pick([
    `${root}RP${number}`,
    `${root}RP${number}`,
    `${root} RP ${number}`,
    `${root} RP${number}`,
    `${root.slice(0, 3)} ${root.slice(3, 6)} ${root.slice(6)} RP ${number}`,
  ])
}

/** The person's name in the order that people say it. */
export function fullName({ first, initial, last }: Person): string {
  return [first, initial, last].filter(Boolean).join(' ')
}
