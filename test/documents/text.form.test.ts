import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import type { Page } from '../../server/src/documents/model/page.ts'
import type { RawObjects } from './raw-pdf.ts'
import { pageOf, pagesOf, textsOf, wordOf } from './read-raw.ts'

interface Widget {
  name: string
  rect: string
  /** More of the widget's dictionary. */
  more: string
}

async function formPage(widgets: Widget[], content = '', acroForm = '', objects: RawObjects = {}): Promise<Page> {
  const refs = widgets.map((_, k) => `${20 + k} 0 R`).join(' ')
  const fields = widgets.map(({ name, rect, more }, k) => [
    20 + k,
    `<< /Type /Annot /Subtype /Widget /T (${name}) /Rect [${rect}] /F 4 /P 3 0 R ${more} >>`,
  ])
  return pageOf({
    content,
    page: `/Annots [${refs}]`,
    catalog: `/AcroForm << /Fields [${refs}] /DA (/F1 10 Tf 0 g) /DR << /Font << /F1 6 0 R >> >> ${acroForm} >>`,
    objects: { ...Object.fromEntries(fields), ...objects },
  })
}

const appearance = (stream: string, box = '0 0 200 20') => ({
  dict: `/Type /XObject /Subtype /Form /BBox [${box}] /Resources << /Font << /F1 6 0 R >> >>`,
  stream,
})

test('a value that nothing paints is put where its field is', async () => {
  const more = '/FT /Tx /V ( 52,000.00   ) /TU (Employment income, box 14)'
  const page = await formPage([{ name: 'box14', rect: '100 500 300 520', more }])
  expect(page.form).toEqual([
    {
      name: 'box14',
      label: 'Employment income, box 14',
      kind: 'text',
      value: '52,000.00',
      box: [100, 500, 300, 520],
      readOnly: false,
      drawn: false,
    },
  ])
  const word = wordOf(page, '52,000.00')
  expect(word).toMatchObject({ origin: 'form', visibility: 'shown' })
  expect(word.box[0]).toBeGreaterThanOrEqual(100)
  expect(word.box[2]).toBeLessThanOrEqual(300)
})

test('a value that nothing paints stands at the side, height and size that its field asks for', async () => {
  const rect = '100 500 300 560'
  const da = '/FT /Tx /DA (/F1 8 Tf 0 g)'
  const page = await formPage([
    { name: 'right', rect, more: `${da} /Q 2 /V (12.00)` },
    { name: 'long', rect: '400 400 500 460', more: `${da} /Ff 4096 /V (The quick brown fox jumps over it)` },
    { name: 'top', rect: '100 400 300 460', more: `${da} /Ff 4096 /V (Mill Lane\\nOldtown)` },
  ])
  expect(wordOf(page, '12.00')).toMatchObject({ size: 8 })
  expect(wordOf(page, '12.00').box[2]).toBeCloseTo(298, 1)
  expect(wordOf(page, 'jumps')).toMatchObject({ size: 8 })
  expect(wordOf(page, 'jumps').box[3]).toBeLessThan(wordOf(page, 'quick').box[1] + 2)
  expect(wordOf(page, 'Mill').box[3]).toBeGreaterThan(450)
  expect(wordOf(page, 'Oldtown').box[3]).toBeLessThan(wordOf(page, 'Mill').box[1] + 2)
})

test('a value that its appearance paints comes once, where it is painted', async () => {
  const more = '/FT /Tx /V (Ann Reed) /AP << /N 30 0 R >>'
  const stream = '/Tx BMC q BT /F1 10 Tf 0 g 5 6 Td (Ann Reed) Tj ET Q EMC'
  const page = await formPage([{ name: 'name', rect: '100 500 300 520', more }], '', '', { 30: appearance(stream) })
  expect(textsOf(page)).toEqual(['Ann', 'Reed'])
  expect(wordOf(page, 'Ann')).toMatchObject({ origin: 'form', font: 'Helvetica', size: 10 })
  expect(wordOf(page, 'Ann').box[0]).toBeCloseTo(105, 3)
})

test('a value that the page prints below the field comes once', async () => {
  const more = '/FT /Tx /V (1 234,50)'
  const page = await formPage(
    [{ name: 'total', rect: '100 500 300 520', more }],
    'BT /F1 10 Tf 105 506 Td (1 234,50) Tj ET',
  )
  expect(textsOf(page)).toEqual(['1', '234,50'])
  expect(page.words.every(({ origin }) => origin === 'text')).toBe(true)
})

test('a comb field painted box by box is one word', async () => {
  const digits = [...'046454286'].map((digit, k) => `1 0 0 1 ${8 + 16 * k} 6 Tm (${digit}) Tj`).join(' ')
  const more = '/FT /Tx /V (046454286) /MaxLen 9 /Ff 16777216 /AP << /N 30 0 R >>'
  const page = await formPage([{ name: 'sin', rect: '100 500 300 520', more }], '', '', {
    30: appearance(`/Tx BMC BT /F1 10 Tf ${digits} ET EMC`),
  })
  expect(textsOf(page)).toEqual(['046454286'])
})

test('check boxes and radio buttons are on by their own value', async () => {
  const states = (on: string) => `/AP << /N << /${on} 30 0 R /Off 31 0 R >> >>`
  const page = await formPage(
    [
      { name: 'a', rect: '10 10 20 20', more: `/FT /Btn /V /Oui /AS /Oui ${states('Oui')}` },
      { name: 'b', rect: '30 10 40 20', more: `/FT /Btn /V /Off /AS /Off ${states('Yes')}` },
      { name: 'c', rect: '50 10 60 20', more: `/FT /Btn /Ff 32768 /V /1 /AS /1 ${states('1')}` },
      { name: 'd', rect: '70 10 80 20', more: `/FT /Btn /Ff 32768 /V /1 /AS /Off ${states('2')}` },
    ],
    '',
    '',
    { 30: appearance('0 0 10 10 re f', '0 0 10 10'), 31: appearance('', '0 0 10 10') },
  )
  expect(page.form.map(({ kind, value }) => [kind, value])).toEqual([
    ['checkbox', 'true'],
    ['checkbox', ''],
    ['checkbox', 'true'],
    ['checkbox', ''],
  ])
  expect(textsOf(page)).toEqual([])
})

test('a choice shows what it displays, not what it exports', async () => {
  const more = '/FT /Ch /Ff 131072 /Opt [[(ON) (Ontario)] [(QC) (Quebec)]] /V (QC)'
  const page = await formPage([{ name: 'province', rect: '100 500 300 520', more }])
  expect(page.form[0]).toMatchObject({ kind: 'choice', value: 'Quebec' })
  expect(textsOf(page)).toEqual(['Quebec'])
})

test('hidden fields are not on the page', async () => {
  const page = await formPage([{ name: 'x', rect: '100 500 300 520', more: '/FT /Tx /V (secret) /F 2' }])
  expect(page.form).toEqual([])
  expect(textsOf(page)).toEqual([])
})

test('a form that another library filled, with and without its appearances', async () => {
  for (const updateFieldAppearances of [true, false]) {
    const document = await PDFDocument.create()
    const sheet = document.addPage([600, 800])
    const field = document.getForm().createTextField('employer')
    field.addToPage(sheet, { x: 50, y: 700, width: 200, height: 20 })
    field.setText('Mill Lane Bakery')
    const [page] = await pagesOf(await document.save({ updateFieldAppearances }))
    expect(textsOf(page as Page)).toEqual(['Mill', 'Lane', 'Bakery'])
    expect(page?.words.every(({ origin }) => origin === 'form')).toBe(true)
  }
})

test('a field on a turned page stands where it is seen', async () => {
  const page = await pageOf({
    content: '',
    page: '/Rotate 90 /Annots [20 0 R]',
    catalog: '/AcroForm << /Fields [20 0 R] /DA (/F1 10 Tf 0 g) /DR << /Font << /F1 6 0 R >> >> >>',
    objects: {
      20: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (x) /V (seen) /Rect [100 200 120 400] /F 4 /MK << /R 90 >> >>',
    },
  })
  expect(page.form[0]?.box).toEqual([200, 480, 400, 500])
})
