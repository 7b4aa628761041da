import { expect, test } from 'vitest'
import type { Page, Word } from '../../server/src/documents/model/page.ts'
import { isRubbish, whyOcr } from '../../server/src/documents/ocr/needs-ocr.ts'

const PROSE = `The total amount of your employment income for this period was paid into the account that we hold for you
and the income tax was deducted before payment please contact our office with the number of this letter`

function wordsOf(text: string, part: Partial<Word> = {}): Word[] {
  return text.split(/\s+/).map((text, order) => ({
    text,
    box: [50, 700, 80, 710],
    size: 10,
    font: 'Helvetica',
    bold: false,
    color: '#000000',
    visibility: 'shown',
    origin: 'text',
    confidence: 1,
    order,
    ...part,
  }))
}

function pageOf(part: Partial<Page> = {}): Page {
  return {
    number: 1,
    width: 612,
    height: 792,
    toFile: [1, 0, 0, 1, 0, 0],
    toShown: [1, 0, 0, 1, 0, 0],
    words: [],
    ruledLines: [],
    fills: [],
    pictures: [],
    form: [],
    ocr: undefined,
    ...part,
  }
}

const picture = (x0: number, y0: number, x1: number, y1: number) => ({ box: [x0, y0, x1, y1] as const, order: 0 })
const WHOLE = [picture(0, 0, 612, 792)]

test('an empty page and a page of text need none', () => {
  expect(whyOcr(pageOf())).toBeUndefined()
  expect(whyOcr(pageOf({ words: wordsOf(PROSE) }))).toBeUndefined()
  expect(whyOcr(pageOf({ words: wordsOf('Page 2'), pictures: [picture(50, 700, 120, 740)] }))).toBeUndefined()
})

test('a picture without text is read; a lonely logo on an empty sheet is not', () => {
  expect(whyOcr(pageOf({ pictures: WHOLE }))).toBe('no-text')
  expect(whyOcr(pageOf({ pictures: [picture(100, 300, 500, 600)] }))).toBe('no-text')
  expect(whyOcr(pageOf({ pictures: [picture(50, 720, 130, 760)] }))).toBeUndefined()
})

test('a scan in strips is one picture', () => {
  const strips = Array.from({ length: 9 }, (_, at) => picture(0, at * 88, 612, (at + 1) * 88))
  expect(whyOcr(pageOf({ pictures: strips, words: wordsOf('Fax 12 p. 3') }))).toBe('stamp')
})

test('a stamp on a scan does not stand for its text; a letter over its own background does', () => {
  expect(whyOcr(pageOf({ pictures: WHOLE, words: wordsOf('RECEIVED 2024-03-01') }))).toBe('stamp')
  expect(whyOcr(pageOf({ pictures: WHOLE, words: wordsOf(PROSE) }))).toBeUndefined()
})

test('text that no reader sees over a picture is kept and the picture is read', () => {
  const layer = wordsOf(PROSE, { visibility: 'invisible' })
  expect(whyOcr(pageOf({ pictures: WHOLE, words: layer }))).toBe('hidden-layer')
  const rubbish = wordsOf(PROSE.replace(/[aeiou]/g, '\uE012'), { visibility: 'invisible' })
  expect(whyOcr(pageOf({ pictures: WHOLE, words: rubbish }))).toBe('rubbish')
})

test('letters as outlines are read; a drawing beside text is not', () => {
  expect(whyOcr(pageOf(), 900)).toBe('outlines')
  expect(whyOcr(pageOf(), 60)).toBeUndefined()
  expect(whyOcr(pageOf({ words: wordsOf('Footer 1') }), 900)).toBe('outlines')
  expect(whyOcr(pageOf({ words: wordsOf(PROSE) }), 900)).toBeUndefined()
})

test('values in form fields are no text layer', () => {
  const filled = wordsOf('Ada 1,234.00', { origin: 'form' })
  expect(whyOcr(pageOf({ pictures: WHOLE, words: filled }))).toBe('no-text')
})

test.each([
  ['private use', PROSE.replace(/[a-m]/g, '\uE041')],
  ['replacement characters', PROSE.replace(/[eo]/g, '\uFFFD')],
  ['glyph ids', PROSE.replace(/\S+/g, '(cid:31)(cid:77)')],
  ['glyph names', PROSE.replace(/\S+/g, 'g132')],
  ['mojibake', PROSE.replace(/[aeiou]/g, 'Ã©')],
  ['a shifted alphabet', PROSE.replace(/[a-z]/g, (c) => String.fromCharCode(((c.charCodeAt(0) - 97 + 3) % 26) + 97))],
  ['signs in the midst of words', PROSE.replace(/[aeiou]/g, '#')],
])('rubbish: %s', (_, text) => {
  expect(isRubbish(wordsOf(text))).toBe(true)
  expect(whyOcr(pageOf({ words: wordsOf(text) }))).toBe('rubbish')
})

test.each([
  ['English', PROSE],
  [
    'French',
    `Revenus d'emploi impôt sur le revenu retenu cotisations de l'employé au régime numéro d'assurance sociale
    prélèvement automatique à l'échéance montant assujetti veuillez conserver cette facture pour vos dossiers employeur`,
  ],
  [
    'German',
    `Rechnungsbetrag zahlbar innerhalb dreißig Tagen Überweisung auf unser Geschäftskonto Umsatzsteueridentifikation
    Lieferschein Straßenverkehrsamt Rechtschreibung Schlussrechnung bitte Angebot Preis Menge Einheit Gesamtsumme netto`,
  ],
  ['capitals', PROSE.toUpperCase()],
  ['numbers', Array.from({ length: 80 }, (_, at) => `${at},${100 + at}.00`).join(' ')],
  ['codes', Array.from({ length: 60 }, (_, at) => `XKT-${at}RP/${at * 7}`).join(' ')],
  ['Cyrillic', 'Общая сумма дохода за период была выплачена на счёт который мы ведём для вас '.repeat(3).trim()],
])('no rubbish: %s', (_, text) => {
  expect(isRubbish(wordsOf(text))).toBe(false)
})
