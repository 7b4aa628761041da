import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { foldCase } from '../../server/src/documents/values/fold.ts'
import { begins, exactly, holds, phrases, sourceOf, within } from '../../server/src/documents/vocabulary/compile.ts'
import { type Concept, LANGUAGES } from '../../server/src/documents/vocabulary/languages.ts'

const FOLDER = new URL('../../server/src/documents/vocabulary/', import.meta.url)

const english = LANGUAGES.find(({ language }) => language === 'English')
const CONCEPTS = Object.keys(english?.concepts ?? {}) as Concept[]

test('every file of a language is read', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'))
  expect(LANGUAGES.length).toBe(files.length)
  expect(CONCEPTS.length).toBeGreaterThan(150)
})

test.each(LANGUAGES.map((one) => [one.language, one] as const))('%s names every concept, or says why not', (_, one) => {
  const named = CONCEPTS.filter((concept) => (one.concepts[concept] ?? []).length > 0)
  const excused = Object.values(one.none).flat()
  expect([...named, ...excused].toSorted()).toEqual(CONCEPTS.toSorted())
  expect(Object.keys(one.concepts).filter((concept) => !CONCEPTS.includes(concept as Concept))).toEqual([])
  expect(Object.keys(one.none).filter((why) => why.split(' ').length < 3)).toEqual([])
})

/** What invoices, statements and pay stubs are told and read by. */
const CORE: readonly Concept[] = [
  ...(['title.invoice', 'clue.invoice_number', 'invoice.number', 'invoice.date', 'invoice.due_date'] as const),
  ...(['party.vendor', 'party.customer', 'tax.name', 'firm.legal_form', 'account.holder'] as const),
  ...(['column.description', 'column.quantity', 'column.unit_price', 'column.amount'] as const),
  ...(['heading.date', 'heading.description', 'heading.balance'] as const),
  ...(['title.pay_stub', 'pay.title', 'pay.net', 'pay.employee', 'pay.employer', 'pay.date.named'] as const),
  ...(['month.january', 'month.december', 'weekday.monday'] as const),
]

/** Languages that cannot say all of it yet, with how much they lack. This list may only shrink. */
const LACKING: Readonly<Record<string, number>> = { French: 1, Catalan: 9 }

test('a language names what papers of three kinds are told and read by', () => {
  const lacking = LANGUAGES.map(({ language, concepts }) => [language, CORE.filter((one) => !concepts[one]?.length)])
  const found = lacking
    .filter(([, missing]) => missing?.length)
    .map(([language, missing]) => [language, missing?.length])
  expect(Object.fromEntries(found)).toEqual(LACKING)
})

test.each(LANGUAGES.map((one) => [one.language, one] as const))(
  'the phrases of %s are folded, and patterns',
  (_, one) => {
    for (const list of Object.values(one.concepts)) {
      expect(new Set(list).size).toBe(list.length)
      for (const phrase of list) {
        expect(() => new RegExp(sourceOf(phrase), 'u'), phrase).not.toThrow()
        if (!phrase.startsWith('/')) expect(foldCase(phrase), phrase).toBe(phrase.trim())
      }
    }
  },
)

test('what is written in brackets may be missing, and other notation', () => {
  const fits = (phrase: string, text: string) => new RegExp(`^${sourceOf(phrase)}$`, 'u').test(text)
  expect(['bill to', 'billed to', 'billled to'].map((text) => fits('bill[ed] to', text))).toEqual([true, true, false])
  expect(['account no', 'card no', 'no'].map((text) => fits('(account|card) no', text))).toEqual([true, true, false])
  expect(['subtotal', 'sub-total', 'sub total'].map((text) => fits('sub~total', text))).toEqual([true, true, true])
  expect(['rechnung', 'rechnungsdatum', 'rechnung 7'].map((text) => fits('rechnung*', text))).toEqual([
    true,
    true,
    false,
  ])
  expect(['no.', 'no', 'nox'].map((text) => fits('no[.]', text))).toEqual([true, true, false])
  expect(fits('/net \\d{1,3}/', 'net 30')).toBe(true)
  expect(new RegExp(sourceOf('_bar_'), 'u').test('barge crowbar')).toBe(false)
  expect(new RegExp(sourceOf('(a/r_|due)'), 'u').test('a/rs')).toBe(false)
})

test('concepts are found in text as whole words, at its beginning, alone, or within words', () => {
  expect(begins('sum.discount').test('rabatt 5 %')).toBe(true)
  expect(begins('sum.discount').test('rabatte')).toBe(false)
  expect(within('tax_id.vendors').test('ihr lieferant: 7')).toBe(true)
  expect(within('tax_id.vendors').test('lieferanten')).toBe(false)
  expect(exactly('bank.bare').test('savings')).toBe(true)
  expect(exactly('bank.bare').test('savings account')).toBe(false)
  expect(holds('clue.subtotal').test('die zwischensumme')).toBe(true)
  expect(new RegExp(`^${phrases('sum.tip')}`, 'u').exec('tips')?.[0]).toBe('tips')
})
