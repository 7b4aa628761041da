import { expect, test } from 'vitest'
import { calibrate, features, probability } from '../../server/src/documents/extract/calibrate.ts'
import type { Field } from '../../server/src/documents/model/findings.ts'
import { Chance } from './chance.ts'
import { calibrationError, crossValidated, fit, predict, type Sample } from './fit.ts'
import { isRight } from './labelled-files.ts'
import { wordsOf } from './written-page.ts'

function field(confidence: number, characters = 1): Field {
  const words = wordsOf([[50, 700, '12.50']]).map((word) => ({ ...word, confidence: characters }))
  const box = words[0]?.box ?? [0, 0, 1, 1]
  return { value: 12.5, printed: '12.50', confidence, page: 1, box, words, method: 'label-right' }
}

/** Findings of two methods: one is right nine times in ten, the other every second time; both say 0.9. */
function madeSamples(count: number): Sample[] {
  const chance = new Chance(7)
  return Array.from({ length: count }, (_, index) => {
    const good = index % 2 === 0
    return {
      known: [
        ['one', 1],
        ['raw', 2.2],
        [good ? 'method:good' : 'method:poor', 1],
      ],
      right: chance.happens(good ? 0.9 : 0.5),
      fold: `source ${index % 10}`,
      weight: 1,
    }
  })
}

test('a method that errs more often is believed less', () => {
  const weights = fit(madeSamples(800))
  const of = (method: string) =>
    predict(
      [
        ['one', 1],
        ['raw', 2.2],
        [method, 1],
      ],
      weights,
    )
  expect(of('method:good')).toBeGreaterThan(0.8)
  expect(of('method:poor')).toBeLessThan(0.62)
  expect(of('method:poor')).toBeGreaterThan(0.4)
})

test('confidences are nearer to the truth after fitting than before, on sources that were held out', () => {
  const samples = madeSamples(800)
  const before = calibrationError(samples.map(({ right }) => [0.9, right]))
  expect(before).toBeGreaterThan(0.15)
  expect(calibrationError(crossValidated(samples))).toBeLessThan(0.05)
})

test('the error of a confidence that is always right is none', () => {
  expect(
    calibrationError([
      [1, true],
      [1, true],
    ]),
  ).toBe(0)
  expect(calibrationError([[0.9, false]])).toBeCloseTo(0.9)
})

test('a surer finding stays surer, doubtful characters make it less sure, and certainty is never claimed', () => {
  const of = (raw: number, characters = 1) =>
    probability(features({ type: 'INVOICE', confidence: 0.95 }, 'invoice_total', field(raw, characters)))
  expect(of(0.95)).toBeGreaterThan(of(0.5))
  expect(of(0.95, 0.5)).toBeLessThan(of(0.95))
  expect(of(1)).toBeLessThan(1)
  expect(of(0)).toBeGreaterThan(0)
})

test('pairs of unknown documents keep the confidence of their method', () => {
  expect(calibrate('UNKNOWN', 0.9, { gate: field(0.6) }).gate?.confidence).toBe(0.6)
})

test('what counts as right', () => {
  const expected = {
    document_type: 'INVOICE',
    fields: { vendor_name: 'Halvard Holdings', subtotal: 10 },
    optional: ['iban'],
  }
  expect(isRight(expected, 'vendor_name', 'HALVARD HOLDINGS LTD')).toBe(true)
  expect(isRight(expected, 'vendor_name', 'Nimbus')).toBe(false)
  expect(isRight(expected, 'subtotal', 10.001)).toBe(true)
  expect(isRight(expected, 'subtotal', 10.01)).toBe(false)
  expect(isRight(expected, 'iban', 'DE89')).toBeUndefined()
  expect(isRight(expected, 'due_date', '2024-01-01')).toBe(false)
})
