import { analysis as shape } from '@mkt/schemas'
import { expect, test } from 'vitest'
import { toAnalysis } from '../../server/src/documents/answer/to-analysis.ts'
import type { Assessment } from '../../server/src/documents/model/findings.ts'
import type { Judged, JudgedField } from '../../server/src/documents/threads/work.ts'

const field = (value: string | number, confidence = 0.9): JudgedField => ({
  value,
  confidence,
  page: 1,
  box: [10.004, 20.006, 30, 40],
})

function worded(fields: Record<string, JudgedField>, confidence = 0.9) {
  const assessment: Assessment = { score: 0, level: 'LOW', flags: [], confidence, policy: 'standard-1' }
  const table = { name: 'line_items', page: 1, columns: ['amount'], rows: [{ amount: 1 }], confidence }
  const part = { type: 'INVOICE' as const, confidence: 1, pages: [1], fields, tables: [table], assessment }
  const judged: Judged = {
    sha256: '',
    pageCount: 1,
    recognised: 0,
    parts: [part],
    assessment,
    subjects: [],
    issues: [],
  }
  const facts = { documentId: 'doc_1', processingMs: 5, engine: 'pdf-text' as const, reportUrl: 'http://x/a.pdf' }
  return toAnalysis(judged, facts, { detail: true })
}

test.each([
  [1.2, 1],
  [-0.1, 0],
  [0.123_456, 0.123],
])('a confidence of %d is answered as the probability %d, wherever one stands', (given, answered) => {
  const said = worded({ vendor_name: field('Northwind', given) }, given)
  expect(said.extraction.fields.vendor_name?.confidence).toBe(answered)
  expect(said.extraction.tables[0]?.confidence).toBe(answered)
  expect(said.risk_assessment.confidence).toBe(answered)
  expect(shape.safeParse(said).error).toBeUndefined()
})

test('what is not on the document is left out, and so is what its name does not promise', () => {
  const said = worded({
    vendor_name: field(''),
    customer_name: field(7),
    invoice_date: field('14 March'),
    due_date: field('2025-13-01'),
    invoice_total: field(Number.NaN),
    subtotal: field('10.00'),
    total_tax: field(0),
    invented_name: field('x'),
    currency: field('CAD'),
  })
  expect(Object.keys(said.extraction.fields).sort()).toEqual(['currency', 'total_tax'])
  // A printed 0.00 is 0.
  expect(said.extraction.fields.total_tax?.value).toBe(0)
})

test('what recognition read before it was mended, and what a sum passed over, is told beside a value', () => {
  const doubt = { printed: '512.50', readings: ['S12.50', '612.50'], chosenBy: 'sum' as const }
  const said = worded({ subtotal: { ...field(512.5), doubt }, total_tax: field(0) })
  const { printed, readings } = doubt
  expect(said.extraction.fields.subtotal).toMatchObject({ printed, readings, chosen_by: 'sum' })
  expect(said.extraction.fields.total_tax).not.toHaveProperty('printed')
  expect(shape.safeParse(said).error).toBeUndefined()
})

test('evidence is told to the hundredth of a point', () => {
  expect(worded({ currency: field('CAD') }).extraction.fields.currency?.evidence).toEqual({
    page: 1,
    bbox: [10, 20.01, 30, 40],
  })
})
