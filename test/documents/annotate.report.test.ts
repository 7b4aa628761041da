import { degrees, PDFDocument, PDFName, PDFString, rgb, StandardFonts } from '@cantoo/pdf-lib'
import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { annotate } from '../../server/src/documents/annotate/annotate.ts'
import { frameOf, type PageFrame, type ReportFacts } from '../../server/src/documents/annotate/report-facts.ts'
import { layOut } from '../../server/src/documents/layout/lay-out.ts'
import type { Box } from '../../server/src/documents/model/box.ts'
import type { DocumentPart, Field, Flag } from '../../server/src/documents/model/findings.ts'
import type { Page } from '../../server/src/documents/model/page.ts'
import type { Issue } from '../../server/src/documents/model/source.ts'
import { openPdf } from '../../server/src/documents/text/open.ts'
import { readPages } from '../../server/src/documents/text/read-pages.ts'
import { writtenPage } from './written-page.ts'

const GREEN = [0x1a, 0x7f, 0x37]

const field = (value: string | number, box: Box, confidence = 0.97, page = 1): Field => ({
  value,
  printed: String(value),
  confidence,
  page,
  box,
  words: [],
  method: 'label-right',
})

interface Facts extends ReportFacts {
  parts: DocumentPart[]
}

async function factsOf(bytes: Uint8Array, fields: Record<string, Field>, flags: Flag[] = []): Promise<Facts> {
  const pdf = await openPdf(bytes)
  const pages = await readPages(pdf)
  await pdf.loadingTask.destroy()
  return {
    documentId: 'doc_01',
    type: 'INVOICE',
    sha256: 'ab'.repeat(32),
    createdAt: '2026-03-01T12:00:00Z',
    parts: [{ type: 'INVOICE', confidence: 0.93, pages: [1], region: undefined, fields, tables: [] }],
    assessment: { score: 61, level: 'HIGH', flags, confidence: 0.8, policy: 'standard-1' },
    pageCount: pages.length,
    frames: pages.map((page) => frameOf(layOut(page), [])),
  }
}

async function textOf(bytes: Uint8Array): Promise<string[]> {
  const pdf = await openPdf(bytes)
  const texts: string[] = []
  for (const page of await readPages(pdf)) texts.push(layOut(page).text)
  await pdf.loadingTask.destroy()
  return texts
}

/** The colour of a page as shown, at a point in shown coordinates. */
async function painter(bytes: Uint8Array, number: number) {
  const pdf = await openPdf(bytes)
  const page = await pdf.getPage(number)
  const viewport = page.getViewport({ scale: 4 })
  const canvas = createCanvas(viewport.width, viewport.height)
  const context = canvas.getContext('2d')
  await page.render({ canvas: null, canvasContext: context as never, viewport, intent: 'print', background: '#fff' })
    .promise
  await pdf.loadingTask.destroy()
  return (x: number, y: number) => [...context.getImageData(x * 4, viewport.height - y * 4, 1, 1).data.slice(0, 3)]
}

async function plain(pages = 1): Promise<PDFDocument> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (let i = 0; i < pages; i++) pdf.addPage([400, 500]).drawText('Invoice 4711', { x: 60, y: 400, size: 12, font })
  return pdf
}

const FLAG: Flag = {
  code: 'TOTAL_MISMATCH',
  severity: 'high',
  family: 'arithmetic',
  message: 'The lines add up to 90.00; the invoice says 100.00.',
  fields: ['invoice_total'],
  evidence: [{ page: 1, bbox: [60, 300, 160, 312] }],
  proof: false,
}

test('the original pages come first, then a summary that names every field, its value and every flag', async () => {
  const original = await (await plain(2)).save()
  const fields = {
    invoice_number: field('4711', [60, 400, 90, 412]),
    invoice_total: field(1234.5, [60, 300, 90, 312], 0.4, 2),
    vendor_name: field('Żółć & Söhne 東京', [60, 200, 90, 212]),
  }
  const texts = await textOf(await annotate(original, await factsOf(original, fields, [FLAG])))
  expect(texts).toHaveLength(3)
  expect(texts[0]).toContain('Invoice number')
  expect(texts[1]).toContain('Invoice total')
  for (const words of ['1,234.50', '40 %', '97 %', 'Risk HIGH', 'TOTAL_MISMATCH', 'add up to 90.00', 'Żółć & Söhne ??'])
    expect(texts[2]).toContain(words)
})

test.each([0, 90, 180, 270])(
  'a box lies where the value is seen, on a page turned by %i degrees and cropped',
  async (angle) => {
    const pdf = await plain()
    const page = pdf.getPage(0)
    page.setRotation(degrees(angle))
    page.setCropBox(30, 40, 300, 420)
    const original = await pdf.save()
    const facts = await factsOf(original, { invoice_number: field('4711', [100, 150, 200, 170]) })
    const colorAt = await painter(await annotate(original, facts), 1)
    for (const [x, y] of [
      [99, 160],
      [201, 160],
      [150, 149],
      [190, 171],
    ] as const)
      expect(colorAt(x, y), `at ${x},${y}`).toEqual(GREEN)
    expect(colorAt(250, 250)).toEqual([255, 255, 255])
  },
)

test('what the original leaves open does not move the boxes', async () => {
  const pdf = await plain()
  const { context } = pdf
  const page = pdf.getPage(0)
  page.node.addContentStream(context.register(context.stream('q 0.5 0 0 0.5 70 90 cm 1 0 0 rg')))
  const original = await pdf.save()
  const facts = await factsOf(original, { invoice_number: field('4711', [100, 150, 200, 170]) })
  const colorAt = await painter(await annotate(original, facts), 1)
  expect(colorAt(99, 160)).toEqual(GREEN)
})

test('a file that its owner locked against changes is annotated', async () => {
  const pdf = await plain()
  pdf.encrypt({ ownerPassword: 'owner', userPassword: '', permissions: { modifying: false } })
  const original = await pdf.save({ useObjectStreams: false })
  const facts = await factsOf(original, { invoice_number: field('4711', [60, 398, 130, 412]) })
  const texts = await textOf(await annotate(original, facts))
  expect(texts[0]).toContain('Invoice 4711')
  expect(texts[1]).toContain('Invoice number')
})

// The catalog names a page where its tree should be: viewers open it, the library that rewrites does not.
const ODD = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 3 0 R>> endobj
3 0 obj <</Type/Page/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<<>>>> endobj
4 0 obj <</Length 32>> stream
0 0 1 rg 100 100 50 50 re f     
endstream endobj
trailer <</Root 1 0 R>>
`

test('pages of a file that cannot be rewritten come as pictures, with the boxes on them', async () => {
  const original = new TextEncoder().encode(ODD)
  const report = await annotate(original, await factsOf(original, { invoice_number: field('4711', [20, 20, 60, 40]) }))
  const colorAt = await painter(report, 1)
  expect(colorAt(125, 125)[2]).toBeGreaterThan(240)
  expect(colorAt(125, 125)[0]).toBeLessThan(20)
  expect(colorAt(19, 30)).toEqual(GREEN)
})

test('where no page can be shown the report is the summary', async () => {
  const original = await (await plain()).save()
  const facts = await factsOf(original, { invoice_number: field('4711', [60, 400, 90, 412]) })
  const issues: Issue[] = []
  const texts = await textOf(await annotate(new TextEncoder().encode('%PDF-1.4 and nothing more'), facts, issues))
  expect(texts).toHaveLength(1)
  expect(texts[0]).toContain('4711')
  expect(texts[0]).toContain('1 page')
  expect(texts[0]).toContain('could not be drawn into this report')
  expect(issues).toEqual([{ stage: 'annotate', code: 'report_without_pages' }])
})

test('nothing in the report runs by itself', async () => {
  const pdf = await plain()
  pdf.addJavaScript('hello', 'app.alert(1)')
  const page = pdf.getPage(0)
  page.drawRectangle({ x: 0, y: 0, width: 10, height: 10, color: rgb(1, 0, 0) })
  const action = { Type: 'Action', S: 'JavaScript', JS: PDFString.of('app.alert(2)') }
  page.node.set(PDFName.of('AA'), pdf.context.obj({ O: action }))
  const button = { Type: 'Annot', Subtype: 'Widget', FT: 'Btn', Ff: 65536, T: PDFString.of('b'), Rect: [0, 0, 9, 9] }
  page.node.set(PDFName.of('Annots'), pdf.context.obj([{ ...button, AA: { PO: action } }]))
  const original = await pdf.save({ useObjectStreams: false })
  const report = await annotate(original, await factsOf(original, {}))
  const opened = await openPdf(report)
  expect(await opened.getJSActions()).toBeNull()
  const shown = await opened.getPage(1)
  expect(await shown.getJSActions()).toBeNull()
  expect((await shown.getAnnotations()).map(({ actions }) => actions)).toEqual([null])
  await opened.loadingTask.destroy()
})

test('a long list of fields and flags goes on over pages', async () => {
  const original = await (await plain()).save()
  const fields = Object.fromEntries(
    Array.from({ length: 120 }, (_, i) => [
      `field_${i}`,
      field(`value ${i} ${'long '.repeat(30)}`, [60, 300, 90, 312]),
    ]),
  )
  const texts = await textOf(await annotate(original, await factsOf(original, fields, Array(30).fill(FLAG))))
  expect(texts.length).toBeGreaterThan(4)
  expect(texts.slice(1).join('\n')).toContain('value 119')
})

test('fields stand in the order of the contract, and a probability has the colour of what is written for it', async () => {
  const original = await (await plain()).save()
  const fields = {
    invoice_total: field(100, [60, 300, 90, 312]),
    vendor_name: field('Northwind', [60, 200, 90, 212]),
    invoice_number: field('4711', [100, 150, 200, 170], 0.897),
  }
  const facts = await factsOf(original, fields)
  const row = {
    values: { description: 'Oak desk', amount: 1450.5 },
    page: 1,
    box: [60, 100, 90, 112] as Box,
    words: {},
  }
  const columns = ['description', 'amount']
  const table = { name: 'line_items' as const, page: 1, columns, rows: [row], confidence: 0.9 }
  Object.assign(facts.parts[0] as object, { tables: [table] })
  const report = await annotate(original, facts)
  const [, summary = ''] = await textOf(report)
  expect(summary).toMatch(/Invoice number.*90 %.*Vendor name.*Invoice total/s)
  expect(summary).toContain('Line items: 1 row from page 1')
  expect(summary).toMatch(/Description +Amount\s+Oak desk +1,450.50/)
  const colorAt = await painter(report, 1)
  expect(colorAt(99, 160)).toEqual(GREEN)
})

test('the sentence about the risk is one line on the narrower paper too', async () => {
  const original = await (await plain()).save()
  const facts = await factsOf(original, {})
  const [, summary] = await textOf(await annotate(original, facts))
  expect(summary).toMatch(/nothing was flagged · the assessment is 80 % sure$/m)
})

/** A slip of these values on a page. */
const slip = (page: number, wages: number) => ({
  type: 'W2_TAX_SLIP' as const,
  confidence: 0.9,
  pages: [page],
  region: undefined,
  tables: [],
  fields: {
    tax_year: field('2024', [60, 300, 90, 312], 0.97, page),
    employee_name: field('Ann Lee', [60, 280, 90, 292], 0.97, page),
    wages_tips_other_compensation: field(wages, [60, 260, 90, 272], 0.97, page),
  },
})

test('copies of one slip are one document of the summary, and a packet names all its types', async () => {
  const original = await (await plain(3)).save()
  const facts = await factsOf(original, { invoice_number: field('4711', [60, 400, 90, 412], 0.97, 3) })
  const packet = { ...facts, parts: [slip(1, 100), slip(1, 100), slip(2, 200), ...facts.parts] }
  const summary = (await textOf(await annotate(original, packet))).at(-1)
  expect(summary).toContain('3 documents: Form W-2, Invoice')
  expect(summary).toContain('1. Form W-2, 2 copies, page 1')
  expect(summary).toContain('2. Form W-2, page 2')
})

test('an amount that nobody read has a mark of its own, one that was read has not', async () => {
  const pdf = await plain()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  pdf.getPage(0).drawText('9,800.00', { x: 60, y: 200, size: 12, font })
  pdf.getPage(0).drawText('1,234.50', { x: 60, y: 100, size: 12, font })
  const original = await pdf.save()
  const opened = await openPdf(original)
  const [page] = await readPages(opened)
  await opened.loadingTask.destroy()
  const words = page?.words.filter(({ text }) => text === '1,234.50') ?? []
  const total = { ...field(1234.5, words[0]?.box as Box), words }
  const facts = await factsOf(original, { invoice_total: total })
  const frames = [frameOf(layOut(page as Page), facts.parts)]
  const printed = page?.words.find(({ text }) => text === '9,800.00')?.box
  expect(frames[0]?.unread).toEqual([printed?.map((side) => Number(side.toFixed(1)))])
  const colorAt = await painter(await annotate(original, { ...facts, frames }), 1)
  const [x0, y0, x1] = (frames[0] as PageFrame).unread[0] as Box
  const edge = Array.from({ length: Math.floor((x1 - x0) * 4) }, (_, n) => colorAt(x0 + n / 4, y0 - 1).join())
  expect(edge).toContain([0x7c, 0x3a, 0xed].join())
})

test('where amounts stand that nobody read is kept to a tenth of a point', () => {
  const { unread } = frameOf(writtenPage([[40.123, 600.456, '1,234.56']]), [])
  expect(unread).toHaveLength(1)
  for (const side of unread.flat()) expect(side).toBe(Number(side.toFixed(1)))
})
