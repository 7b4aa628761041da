import { PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { HEAD } from './letter-head.ts'
import { type RawObjects, rawPdf } from './raw-pdf.ts'
import { pageOf } from './read-raw.ts'

const PRINTED = `${HEAD}\nBT /F1 10 Tf 120 600 Td (5,508.02) Tj ET`

const FONTS = '/DR << /Font << /Helv 6 0 R >> >>'
const field = (more: string, value = '5,508.02') => ({
  10: `<< /Type /Annot /Subtype /Widget /FT /Tx /T (salary[0]) /V (${value}) /Rect [118 597 200 609] /F 4 ${more} >>`,
})
const form = (more = '') => ({
  page: '/Annots [10 0 R]',
  catalog: `/AcroForm << /Fields [10 0 R] /NeedAppearances true /DA (0 g /Helv 9 Tf) ${FONTS} ${more} >>`,
})

const filled = async (more: string) => {
  const { words } = await pageOf({ content: HEAD, ...form(), objects: field(more) })
  return [...new Set(words.map(({ text, visibility, origin }) => `${text} ${visibility} ${origin}`))].filter((seen) =>
    seen.endsWith(' form'),
  )
}

test.each([
  ['black', '/DA (0 g /Helv 9 Tf)', ['5,508.02 shown form']],
  ['white', '/DA (1 1 1 rg /Helv 9 Tf)', ['5,508.02 faint form']],
  ['white on a dark ground of its own', '/DA (1 1 1 rg /Helv 9 Tf) /MK << /BG [0 0 0.5] >>', ['5,508.02 shown form']],
  ['a fifth of a point high', '/DA (0 g /Helv 0.2 Tf)', ['5,508.02 faint form']],
  ['a password', '/DA (0 g /Helv 9 Tf) /Ff 8192', []],
])('a value that a viewer sets %s is seen as it is set', async (_, more, seen) => {
  expect(await filled(more)).toEqual(seen)
})

async function judged(page: { content: string; page?: string; catalog?: string; objects?: RawObjects }) {
  const { parts, flags } = await runPipeline(rawPdf(page))
  return { income: parts[0]?.fields.gross_income?.value, told: flags.map(({ code }) => code) }
}

const typed = (more = '') => ({
  10: `<< /Subtype /FreeText /Rect [118 595 200 612] /Contents (9,508.02) /DA (0 g /Helv 10 Tf) ${more} >>`,
})

test('a text typed onto the page without looks of its own is read as viewers show it', async () => {
  const page = { content: PRINTED, page: '/Annots [10 0 R]' }
  const { income, told } = await judged({ ...page, objects: typed('/F 4 /C [1 1 1]') })
  expect(income).toBe(9508.02)
  expect(told).toContain('COVERED_AND_REPLACED')
  const hidden = await judged({ ...page, objects: typed('/F 2 /C [1 1 1]') })
  expect(hidden.income).toBe(5508.02)
  expect(hidden.told).not.toContain('COVERED_AND_REPLACED')
})

const stream = (text: string) => ({ stream: text })
const data = (value: string) =>
  stream(`<xfa:datasets xmlns:xfa="x"><xfa:data><form><salary>${value}</salary></form></xfa:data></xfa:datasets>`)
const withXfa = (value: string) => ({
  content: HEAD,
  ...form('/XFA [(template) 11 0 R (datasets) 12 0 R]'),
  objects: { ...field(''), 11: stream('<template><salary>7,777.77</salary></template>'), 12: data(value) },
})

test('a field whose XFA form has another value is told', async () => {
  expect((await judged(withXfa('9508.02'))).told).toContain('FIELD_SHOWS_OTHER')
  expect((await judged(withXfa('5508.02'))).told).not.toContain('FIELD_SHOWS_OTHER')
  expect((await judged(withXfa('0.00'))).told).not.toContain('FIELD_SHOWS_OTHER')
})

const withScript = (script: string) => ({
  content: HEAD,
  page: '/Annots [10 0 R]',
  catalog: `${form().catalog} /Names << /JavaScript << /Names [(a) 11 0 R] >> >>`,
  objects: { ...field(''), 11: `<< /S /JavaScript /JS (${script.replace(/[()]/g, '\\$&')}) >>` },
})

test.each([
  ['this.getField("salary").value = "9,508.02"', true],
  ['this.getField("salary").value = "5,508.02"', false],
  ['if (this.getField("year").value == "9,508.02") this.getField("year").value = "2024"', false],
  ['this.getField("total").value = "0.00"', false],
])('the script %s sets a figure that nobody sees in the file: %s', async (script, isTold) => {
  expect((await judged(withScript(script))).told.includes('SCRIPT_SETS_VALUE')).toBe(isTold)
})

test('a portfolio of another paper is told, and a paper that carries one is not', async () => {
  const told = async (isPortfolio: boolean) => {
    const pdf = await PDFDocument.load(rawPdf({ content: PRINTED }))
    await pdf.attach(rawPdf({ content: HEAD }), 'letter.pdf')
    if (isPortfolio) pdf.catalog.set(PDFName.of('Collection'), pdf.context.obj({ Type: 'Collection', View: 'H' }))
    return (await runPipeline(await pdf.save())).flags.map(({ code }) => code)
  }
  expect(await told(true)).toContain('PORTFOLIO')
  expect(await told(false)).not.toContain('PORTFOLIO')
})
