import { expect, test } from 'vitest'
import { calibrate } from '../../server/src/documents/extract/calibrate.ts'
import type { Field } from '../../server/src/documents/model/findings.ts'
import { gapOf, isExplained } from '../../server/src/documents/risk/addition.ts'
import { certaintyOf } from '../../server/src/documents/risk/claim.ts'
import { isWellFound } from '../../server/src/documents/risk/well-found.ts'
import { writtenPaper } from './written-paper.ts'

const WAY = {
  stated: 'invoice_total',
  terms: [
    [1, 'subtotal'],
    [1, 'total_tax'],
  ],
} as const

/** A bill whose total is not its parts, and which prints the sum of them elsewhere. */
function bill(more: Partial<Field>) {
  const texts = [
    [40, 700, 'Deposit held'],
    [300, 700, '1,210.00'],
    [40, 600, 'Subtotal'],
    [300, 600, '1,000.00'],
    [40, 580, 'Tax'],
    [300, 580, '210.00'],
    [40, 560, 'Total'],
    [300, 560, '2,110.00'],
  ] as const
  const facts = writtenPaper('INVOICE', texts, {
    subtotal: [1000, '1,000.00'],
    total_tax: [210, '210.00'],
    invoice_total: [2110, '2,110.00'],
  })
  const total = facts.part.fields.invoice_total
  if (total) Object.assign(total, more)
  return facts
}

const explained = (more: Partial<Field>) => {
  const facts = bill(more)
  return isExplained(facts, WAY, gapOf(facts, WAY) ?? 0)
}

const total = (more: Partial<Field>) => bill(more).part.fields.invoice_total ?? expect.fail('there is no total')
const read = (origin: 'text' | 'ocr') => total({}).words.map((word) => ({ ...word, origin }))

test('a fitted confidence that falls silences no sum of figures that the extractor was sure of', () => {
  expect(explained({ confidence: 0.95, found: 0.9 })).toBe(false)
  expect(explained({ confidence: 0.72, found: 0.9 })).toBe(false)
  expect(certaintyOf([total({ confidence: 0.2, found: 0.9 })])).toBe('sure')
})

test('what the extractor doubts, recognition read or a picture covers stays in doubt', () => {
  expect(explained({ confidence: 0.72, found: 0.4 })).toBe(true)
  expect(explained({ confidence: 0.72, found: 0.9, words: read('ocr') })).toBe(true)
  expect(isWellFound(total({ confidence: 0.2, found: 0.9, covered: true }), 0.3)).toBe(false)
  expect(certaintyOf([total({ confidence: 0.2, found: 0.1 })])).toBe('doubtful')
})

test('a find whose kind seldom comes true is in doubt, however sure the extractor was', () => {
  expect(explained({ confidence: 0.4, found: 0.92 })).toBe(true)
  expect(certaintyOf([total({ confidence: 0.1, found: 0.92 })])).toBe('doubtful')
  expect(isWellFound(total({ confidence: 0.45, found: 0.92 }), 0.85)).toBe(true)
})

test('calibration keeps what the extractor thought', () => {
  const { subtotal } = calibrate('INVOICE', 0.99, { subtotal: total({ confidence: 0.8, words: read('text') }) })
  expect(subtotal?.found).toBe(0.8)
})
