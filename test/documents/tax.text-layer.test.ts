import { describe, expect, test } from 'vitest'
import { TAX_EXTRACTORS } from '../../server/src/documents/extract/tax/tax-extractors.ts'
import { layOut } from '../../server/src/documents/layout/lay-out.ts'
import { openPdf } from '../../server/src/documents/text/open.ts'
import { readPages } from '../../server/src/documents/text/read-pages.ts'
import { gateOrWide } from '../gate-or-wide.ts'
import { canadian } from './canada.generator.ts'
import { Chance } from './chance.ts'
import type { Generator, Specimen } from './specimen.ts'
import { blankT4, t4, t4As } from './t4.generator.ts'
import { tally } from './tax-tally.ts'
import { us1099 } from './us-1099.generator.ts'
import { w2 } from './w2.generator.ts'

/** What the extractor of the specimen's type reads from its text layer. */
async function read({ bytes, truth }: Specimen) {
  const pdf = await openPdf(bytes)
  try {
    const pages = (await readPages(pdf)).map(layOut)
    const numbers = pages.map(({ page }) => page.number)
    const section = { type: truth.document_type, confidence: 1, pages: numbers, region: undefined }
    const extract = TAX_EXTRACTORS[truth.document_type]
    if (!extract) throw new Error(`no extractor for ${truth.document_type}`)
    return extract(section, pages, { source: undefined as never, pages })
  } finally {
    await pdf.loadingTask.destroy()
  }
}

async function measure(generator: Generator, seeds: number[]) {
  const results = []
  for (const seed of seeds) {
    const specimen = await generator(new Chance(seed))
    results.push({ truth: specimen.truth, got: await read(specimen) })
  }
  return tally(results)
}

const seeds = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at)

describe('slips with a text layer are read field by field', () => {
  test.each([
    ['T4', t4, 24],
    ['the other Canadian slips', canadian, 16],
    ['W-2', w2, 10],
    ['1099', us1099, 12],
  ] as const)('%s', async (_, generator, count) => {
    const { f1, wrong, rows } = await measure(generator, seeds(500, gateOrWide(count / 2, count)))
    expect(wrong).toEqual([])
    expect(f1).toBeGreaterThanOrEqual(0.98)
    expect(rows).toBeGreaterThanOrEqual(0.95)
  })
})

test('a blank form has no fields, whatever its instructions say', async () => {
  for (const seed of seeds(500, 6)) expect((await read(await blankT4(new Chance(seed)))).fields).toEqual({})
})

test('every value is backed by the words that print it', async () => {
  const { fields } = await read(await t4As(new Chance(510), 'corners'))
  for (const [name, field] of Object.entries(fields)) {
    expect(field.confidence, name).toBeGreaterThan(0.2)
    expect(field.confidence, name).toBeLessThanOrEqual(0.99)
    expect(field.box[2] - field.box[0], name).toBeGreaterThan(0)
  }
})

test('the first of several slips on a page is the one that counts', async () => {
  for (const seed of seeds(520, 8)) {
    const specimen = await t4As(new Chance(seed), 'official')
    const { fields } = await read(specimen)
    expect(fields.social_insurance_number?.value).toBe(specimen.truth.fields.social_insurance_number)
  }
})
