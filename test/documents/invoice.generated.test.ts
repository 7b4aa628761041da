import { describe, expect, test } from 'vitest'
import { extractInvoice } from '../../server/src/documents/extract/invoice/extract-invoice.ts'
import { layOut } from '../../server/src/documents/layout/lay-out.ts'
import type { DocumentPart, Section } from '../../server/src/documents/model/findings.ts'
import { openPdf } from '../../server/src/documents/text/open.ts'
import { readPages } from '../../server/src/documents/text/read-pages.ts'
import { readSource } from '../../server/src/documents/text/source/read-source.ts'
import { gateOrWide } from '../gate-or-wide.ts'
import { Chance } from './chance.ts'
import { generateEInvoice, generateInvoice } from './invoice.generator.ts'
import { addTally, f1, judge, tally } from './judge.ts'
import type { Generator } from './specimen.ts'

async function extracted(bytes: Uint8Array): Promise<DocumentPart> {
  const pdf = await openPdf(bytes)
  try {
    const source = await readSource(bytes, pdf)
    const pages = (await readPages(pdf, source.issues)).map(layOut)
    const section: Section = {
      type: 'INVOICE',
      confidence: 1,
      pages: pages.map(({ page }) => page.number),
      region: undefined,
    }
    return { ...section, ...extractInvoice(section, pages, { source, pages }) }
  } finally {
    await pdf.loadingTask.destroy()
  }
}

async function measure(generator: Generator, from: number, to: number) {
  const [fields, rows, faults] = [tally(), tally(), [] as string[]]
  for (let seed = from; seed <= to; seed++) {
    const { bytes, truth, name } = await generator(new Chance(seed))
    const verdict = judge(truth, await extracted(bytes))
    addTally(fields, verdict.fields)
    addTally(rows, verdict.rows)
    faults.push(...verdict.faults.map((fault) => `${name} ${seed}: ${fault}`))
  }
  return { fields: f1(fields), rows: f1(rows), faults }
}

describe('generated invoices', () => {
  test('fields and goods of eleven locales are read from the page', async () => {
    const { fields, rows, faults } = await measure(generateInvoice, 1, gateOrWide(18, 36))
    expect(fields, faults.join('\n')).toBeGreaterThanOrEqual(0.98)
    expect(rows, faults.join('\n')).toBeGreaterThanOrEqual(0.98)
  })

  test('with an XML inside, what the page prints is returned, also where the XML says otherwise', async () => {
    const { fields, rows, faults } = await measure(generateEInvoice, 40, gateOrWide(50, 60))
    expect(fields, faults.join('\n')).toBeGreaterThanOrEqual(0.98)
    expect(rows, faults.join('\n')).toBeGreaterThanOrEqual(0.98)
  })

  test('agreement with the XML makes a field surer', async () => {
    const seed = 41
    const plain = await extracted((await generateInvoice(new Chance(seed))).bytes)
    const witnessed = await extracted((await generateEInvoice(new Chance(seed))).bytes)
    expect(witnessed.fields.invoice_number?.value).toBe(plain.fields.invoice_number?.value)
    expect(witnessed.fields.invoice_number?.confidence).toBeGreaterThan(
      plain.fields.invoice_number?.confidence as number,
    )
  })
})
