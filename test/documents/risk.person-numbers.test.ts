import { describe, expect, test } from 'vitest'
import { impossibleNumbers, personNumbers } from '../../server/src/documents/risk/persons/person-numbers.ts'
import { Chance } from './chance.ts'
import { writtenPaper } from './written-paper.ts'

/** Numbers that their offices and handbooks give as examples, behind what papers call them. */
const EXAMPLES: readonly (readonly [caption: string, number: string])[] = [
  ['N° de sécurité sociale :', '2 55 08 14 168 025 38'],
  ['N° SS', '2 69 05 49 588 157 80'],
  ['Registre national', '85.07.30-033.28'],
  ['National Insurance No.', 'AB 12 34 56 C'],
  ['Social Insurance Number:', '046 454 286'],
  ['Steuer-ID', '86 095 742 719'],
  ['SV-Nummer:', '15 070649 C 103'],
  ['Sozialversicherungsnummer', '1237 010180'],
  ['AHV-Nr.', '756.9217.0769.85'],
  ['Codice fiscale:', 'RSSMRA85T10A562S'],
  ['DNI', '12345678Z'],
  ['NIE', 'X1234567L'],
  ['BSN', '111222333'],
  ['Contribuinte n.º', '501442600'],
  ['CPF', '529.982.247-25'],
  ['PESEL', '44051401359'],
  ['Personnummer', '811218-9876'],
  ['Henkilötunnus', '131052-308T'],
  ['Rodné číslo', '710319/2745'],
  ['CNP', '1800101221144'],
  ['ЕГН', '7523169263'],
  ['OIB', '69435151530'],
  ['EMŠO', '0101006500006'],
  ['TAJ szám:', '111 111 110'],
  ['T.C. Kimlik No:', '10000000146'],
  ['Isikukood', '37605030299'],
  ['Asmens kodas', '33309240064'],
]

describe.each(EXAMPLES)('%s %s', (caption, number) => {
  test('is given out', () => {
    expect(impossibleNumbers(`${caption} ${number}`)).toEqual([])
    expect(impossibleNumbers(`${caption} ${number} Employee 4417 since 04/02/2019`)).toEqual([])
  })

  test('is none where a person changes one of its digits', () => {
    const chance = new Chance(number.length + caption.length)
    const places = Array.from(number, (sign, at) => (/\d/.test(sign) ? [at] : [])).flat()
    const told = places.map((at) => {
      const other = String((Number(number[at]) + chance.whole(1, 9)) % 10)
      return impossibleNumbers(`${caption} ${number.slice(0, at)}${other}${number.slice(at + 1)}`).length
    })
    // Of an English number only the letters say whether it can be.
    const least = caption.startsWith('National') ? 0 : 0.75 * places.length
    expect(told.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(least)
  })
})

test.each([
  'National Insurance No. BG 12 34 56 C',
  'NI number DA123456A',
  'Numéro de sécurité sociale 1 79 06 81 004 112 57',
])('%s is told', (text) => expect(impossibleNumbers(text)).toHaveLength(1))

test.each([
  // Without its key, masked, a sample's, a firm's, or no number of a person at all.
  'N° de sécurité sociale : 1 79 06 81 004 112',
  'NIR : 1 79 XX XX XXX XXX 57',
  'National Insurance number QQ 12 34 56 C',
  'Employer calls it TN 12 03 87 M: NI number TN120387M',
  'BSN 123456789',
  'Codice fiscale 02188450377',
  'NIF B31584725',
  'Sécurité sociale plafonnée 2 457,38 6,90 169,56',
  'Personnummer lämnas till lönekontoret',
  // Behind the number of its box.
  "Numéro d'assurance sociale 12 046 454 286",
])('%s is not', (text) => expect(impossibleNumbers(text)).toEqual([]))

const BULLETIN = [
  [40, 700, 'Bulletin de paie'],
  [40, 680, 'N° de sécurité sociale : 1 79 06 81 004 112 57'],
] as const

test('it is told at its place, and no recognised number is that is not sure', () => {
  const paper = writtenPaper('PAY_STUB', BULLETIN)
  const [flag] = personNumbers(paper)
  expect(flag).toMatchObject({ code: 'PERSON_NUMBER_INVALID', severity: 'low', proof: true })
  expect(flag?.evidence).toHaveLength(7)
  const [page] = paper.reading.pages
  for (const word of page?.page.words ?? []) Object.assign(word, { origin: 'ocr', confidence: 0.9 })
  expect(personNumbers(paper)).toEqual([])
})
