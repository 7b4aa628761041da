import type { Chance } from '../chance.ts'

const FIRST = ['Marisol', 'Denholm', 'Priya', 'Callum', 'Ingrid', 'Tobias', 'Yasmin', 'Roderick', 'Anneke', 'Leonie']
const LAST = ['Whitcombe', 'Okafor', 'Lindqvist', 'Tremblay', 'Brandstetter', 'Mukherjee', 'Castellanos', 'Fairweather']

const STREETS = ['Alder Creek Rd', 'Juniper Street', 'Old Mill Lane', 'Harbour View Drive', 'Kestrel Avenue']

export const person = (chance: Chance) => `${chance.pick(FIRST)} ${chance.pick(LAST)}`

export const street = (chance: Chance) => `${chance.whole(3, 9840)} ${chance.pick(STREETS)}`

const TOWNS = {
  us: ['Boise, ID 83702', 'Dayton, OH 45402', 'Asheville, NC 28801', 'Tempe, AZ 85281', 'Duluth, MN 55802'],
  ca: ['Guelph ON  N1H 3A1', 'Kelowna BC  V1Y 6N2', 'Moncton NB  E1C 4Z5', 'Laval QC  H7N 5W1'],
  uk: ['Stockport SK1 3XE', 'Exeter EX4 3SR', 'Dundee DD1 1DB', 'Lincoln LN5 7AP'],
  au: ['GEELONG VIC 3220', 'FREMANTLE WA 6160', 'NEWCASTLE NSW 2300'],
  de: ['50667 Köln', '70173 Stuttgart', '04109 Leipzig', '28195 Bremen'],
  fr: ['69003 LYON', '33000 BORDEAUX', '44000 NANTES', '67000 STRASBOURG'],
}

export const town = (chance: Chance, country: keyof typeof TOWNS) => chance.pick(TOWNS[country])

export const company = (chance: Chance, form: string) =>
  `${chance.pick(['Thistledown', 'Corvane', 'Brackenfield', 'Ostrava Line', 'Penhallow', 'Quillmark', 'Redmere'])} ${chance.pick(['Supply', 'Logistics', 'Studios', 'Instruments', 'Foods', 'Systems'])} ${form}`.trim()
