import { expect, test } from 'vitest'
import { languageOf } from '../../server/src/documents/ocr/language.ts'
import { canRead, type Language } from '../../server/src/documents/ocr/tesseract.ts'

const told = (text: string) => languageOf(text.split(' ').map((word) => ({ text: word })))

test.each([
  ['the total of your income for the year', 'eng'],
  ["revenus d'emploi et impôt sur le revenu pour la facture", 'fra'],
  ['Rechnung und Betrag mit der Steuer', 'deu'],
  ['Fecha del extracto y saldo por cliente con el importe', 'spa'],
  ['Data do extrato e saldo da conta com os pagamentos', 'por'],
  ['Data wystawienia, nabywca, ilość, cena, razem netto i kwota', 'pol'],
  ['the account of the bank of El Paso and Los Angeles is open for the day', 'eng'],
] as const)('%s is %s', (text, language) => expect(told(text)).toBe(language))

/** Words as data of another language read them: without their accents. */
const SAID: readonly (readonly [text: string, language: Language])[] = [
  ['Factuurdatum Vervaldatum Omschrijving Bedrag Totaal', 'nld'],
  ['Vypis z uctu Pocatecni zustatek Konecny zustatek Castka', 'ces'],
  ['Szamlaszam Nyito egyenleg Zaro egyenleg Terheles', 'hun'],
  ['Loneperiod Bruttolon Utbetalt Skatt Semester', 'swe'],
  ['Lonnsslipp Bruttolonn Skattetrekk Utbetalt feriepenger', 'nor'],
]

test.each(SAID)('captions tell a language, where a page says no more: %s', (text, language) => {
  // Other data stand in where a language's own were left out.
  expect(told(text)).toBe(canRead(language) ? language : 'eng')
})

test('too few words say nothing', () => {
  expect(told('XK 12 34')).toBeUndefined()
  expect(told('Total')).toBeUndefined()
})

test('a page in English and French is read as French, and French names on an English one do not make it so', () => {
  const english = 'the name of your employer and the total amount of income tax'
  expect(told(`${english} nom de votre employeur et impôt`)).toBe('fra')
  expect(told(`${english} Des Moines`)).toBe('eng')
})
