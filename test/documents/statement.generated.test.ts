import { expect, test } from 'vitest'
import { extractStatement } from '../../server/src/documents/extract/statement/extract-statement.ts'
import { layOut } from '../../server/src/documents/layout/lay-out.ts'
import { openPdf } from '../../server/src/documents/text/open.ts'
import { readPages } from '../../server/src/documents/text/read-pages.ts'
import { Chance } from './chance.ts'
import { addTally, f1, judge, tally } from './judge.ts'
import type { Generator } from './specimen.ts'
import { bankStatement } from './statement.generator.ts'
import { creditCardStatement } from './statement-card.generator.ts'

async function measure(generator: Generator, seeds: number) {
  const sums = { fields: tally(), rows: tally(), faults: [] as string[] }
  for (let seed = 1; seed <= seeds; seed++) {
    const { name, bytes, truth } = await generator(new Chance(seed))
    const pdf = await openPdf(bytes)
    const pages = (await readPages(pdf)).map(layOut)
    await pdf.loadingTask.destroy()
    const section = { type: truth.document_type, confidence: 1, pages: [1], region: undefined }
    const verdict = judge(truth, { ...section, ...extractStatement(section, pages, { pages } as never) })
    addTally(sums.fields, verdict.fields)
    addTally(sums.rows, verdict.rows)
    sums.faults.push(...verdict.faults.map((fault) => `${name}: ${fault}`))
  }
  return sums
}

test.each([
  ['bank accounts', bankStatement],
  ['credit cards', creditCardStatement],
])('statements of %s in every locale and layout', async (_, generator) => {
  const { fields, rows, faults } = await measure(generator, 14)
  expect(f1(fields), faults.join('\n')).toBeGreaterThanOrEqual(0.98)
  expect(f1(rows), faults.join('\n')).toBeGreaterThanOrEqual(0.98)
})
