import type { Company, Person } from './canada-people.generator.ts'
import type { Chance } from './chance.ts'
import { split } from './printer/lists.ts'

const FIRST =
  'Alden Brooke Carmen Desmond Eliza Farrah Grant Harlow Imani Jasper Keira Lionel Marisol Nolan Odette Preston Quinn Rafael Sloane Tobias'.split(
    ' ',
  )
const LAST =
  'Ashworth Bellamy Crane Delacruz Ellsworth Farnsworth Garrison Halloran Ives Jennings Kirkland Langston Mercado Nesbitt Okafor Pemberton Rutherford Sandoval Thackeray Winslow'.split(
    ' ',
  )
const STREETS = split`
  Juniper Way | Mill Road | Cedar Hollow Ln | Westover Ave | County Road 12 | Harbor Blvd | Old Post Rd
`
const TOWNS = split`
  Ashland OR 97520 | Dover, DE 19901 | Fargo, ND 58102 | Keene NH 03431 | Provo, UT 84601 | Tempe AZ 85281
  | Wooster, OH 44691
`
const COMPANY = ['Cobalt', 'Evergreen', 'Redstone', 'Summit Line', 'Blue Heron', 'Ironwood', 'Halcyon', 'Meridian']
const TRADE = split`
  Supply Co. | Analytics LLC | Holdings, Inc. | Credit Union | Brokerage LLC | Medical Partners | Freight Inc
  | Savings Bank
`

export function drawAmericanPerson(chance: Chance): Person {
  return {
    first: chance.pick(FIRST),
    initial: chance.happens(0.4) ? chance.pick([...'ABCDEFGHJKLMNPRSTW']) : '',
    last: chance.pick(LAST),
    address: address(chance),
  }
}

export function drawAmericanCompany(chance: Chance): Company {
  return { name: `${chance.pick(COMPANY)} ${chance.pick(TRADE)}`, address: address(chance) }
}

function address(chance: Chance): string[] {
  return [`${chance.whole(1, 9_800)} ${chance.pick(STREETS)}`, chance.pick(TOWNS)]
}

export function drawEin(chance: Chance): string {
  return `${chance.pick(['12', '36', '41', '58', '63', '84', '90'])}-${chance.digits(7)}`
}

export function drawSsn(chance: Chance): string {
  const tail = chance.whole(1_000, 9_999)
  return chance.pick([
    `${chance.whole(101, 665)}-${chance.whole(10, 99)}-${tail}`,
    `${chance.whole(101, 665)}-${chance.whole(10, 99)}-${tail}`,
    `XXX-XX-${tail}`,
    `***-**-${tail}`,
  ])
}
