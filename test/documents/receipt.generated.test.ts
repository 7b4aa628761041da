import { expect, test } from 'vitest'
import { extractReceipt } from '../../server/src/documents/extract/receipt/extract-receipt.ts'
import { layOut } from '../../server/src/documents/layout/lay-out.ts'
import type { Section } from '../../server/src/documents/model/findings.ts'
import type { Source } from '../../server/src/documents/model/source.ts'
import { openPdf } from '../../server/src/documents/text/open.ts'
import { readPages } from '../../server/src/documents/text/read-pages.ts'
import { Chance } from './chance.ts'
import { addTally, f1, judge, tally } from './judge.ts'
import { generateReceipt } from './receipt.generator.ts'
import { type Written, writtenPage } from './written-page.ts'

const SECTION: Section = { type: 'RECEIPT', confidence: 1, pages: [1], region: undefined }
const SOURCE = { attachments: [] } as unknown as Source

test('generated receipts of four countries', async () => {
  const [fields, faults] = [tally(), [] as string[]]
  for (let seed = 1; seed <= 40; seed++) {
    const { bytes, truth, name } = await generateReceipt(new Chance(seed))
    const pdf = await openPdf(bytes)
    const pages = (await readPages(pdf, [])).map(layOut)
    const verdict = judge(truth, { ...SECTION, ...extractReceipt(SECTION, pages, { source: SOURCE, pages }) })
    addTally(fields, verdict.fields)
    faults.push(...verdict.faults.map((fault) => `${name} ${seed}: ${fault}`))
    await pdf.loadingTask.destroy()
  }
  expect(f1(fields), faults.join('\n')).toBeGreaterThanOrEqual(0.98)
})

function read(texts: readonly Written[]) {
  const pages = [writtenPage(texts)]
  const { fields } = extractReceipt(SECTION, pages, { source: SOURCE, pages })
  return Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))
}

test('what was handed over and given back is not the total', () => {
  expect(
    read([
      [100, 700, 'Blue Door Bakery'],
      [50, 680, '2024-05-17 10:20'],
      [50, 600, 'TOTAL'],
      [200, 600, '8.40'],
      [50, 585, 'Cash tendered'],
      [200, 585, '20.00'],
      [50, 570, 'Change'],
      [200, 570, '11.60'],
    ]),
  ).toEqual({ merchant_name: 'Blue Door Bakery', transaction_date: '2024-05-17', total: 8.4 })
})
