import { expect, test } from 'vitest'
import type { Extractor } from '../../server/src/documents/extract/extractor.ts'
import { extractLetter } from '../../server/src/documents/extract/letter/extract-letter.ts'
import { extractPayStub } from '../../server/src/documents/extract/pay-stub/extract-pay-stub.ts'
import { layOut } from '../../server/src/documents/layout/lay-out.ts'
import { openPdf } from '../../server/src/documents/text/open.ts'
import { readPages } from '../../server/src/documents/text/read-pages.ts'
import { Chance } from './chance.ts'
import { addTally, f1, judge, tally } from './judge.ts'
import { incomeLetter } from './letter.generator.ts'
import { payStub } from './pay-stub.generator.ts'
import type { Generator } from './specimen.ts'

async function measure(generator: Generator, extractor: Extractor, seeds: number) {
  const sums = { fields: tally(), faults: [] as string[] }
  for (let seed = 1; seed <= seeds; seed++) {
    const { name, bytes, truth } = await generator(new Chance(seed))
    const pdf = await openPdf(bytes)
    const pages = (await readPages(pdf)).map(layOut)
    await pdf.loadingTask.destroy()
    const section = { type: truth.document_type, confidence: 1, pages: [1], region: undefined }
    const verdict = judge(truth, { ...section, ...extractor(section, pages, { pages } as never) })
    addTally(sums.fields, verdict.fields)
    sums.faults.push(...verdict.faults.map((fault) => `${name}: ${fault}`))
  }
  return sums
}

test.each([
  ['pay stubs', payStub, extractPayStub],
  ['income letters', incomeLetter, extractLetter],
] as const)('%s in every locale and layout', async (_, generator, extractor) => {
  const { fields, faults } = await measure(generator, extractor, 18)
  expect(f1(fields), faults.join('\n')).toBeGreaterThanOrEqual(0.98)
})
