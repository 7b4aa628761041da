import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { readXml } from '../../server/src/documents/text/source/attachments.ts'
import { toIso } from '../../server/src/documents/text/source/info.ts'
import { findRevisionEnds } from '../../server/src/documents/text/source/revision-ends.ts'
import { rawPdf, updatePdf } from './raw-pdf.ts'
import { sourceOf } from './read-raw.ts'

const pay = (amount: string) => `BT /F1 12 Tf 100 500 Td (Net pay ${amount}) Tj ET`
const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

test('a file saved once has one state and no changes', async () => {
  const bytes = rawPdf({ content: pay('1,500.00') })
  const source = await sourceOf(bytes)
  expect(source.revisions).toEqual([{ end: bytes.length - 1, change: undefined }])
  expect(source).toMatchObject({ version: '1.7', pageCount: 1, encrypted: false, hasForm: false, hasScripts: false })
  expect(source).toMatchObject({ bytes: bytes.length, signatures: [], attachments: [], xfa: false, issues: [] })
  expect(source.sha256).toMatch(/^[0-9a-f]{64}$/)
})

test('an amount edited in an incremental update is told with its old and new words', async () => {
  const first = rawPdf({ content: pay('1,500.00') })
  const { revisions } = await sourceOf(updatePdf(first, { 4: { stream: pay('7,500.00') } }))
  expect(revisions.map(({ end }) => end)[0]).toBe(first.length - 1)
  expect(revisions[1]?.change).toMatchObject({
    pages: [1],
    removed: [{ page: 1, text: '1,500.00' }],
    added: [{ page: 1, text: '7,500.00' }],
    formValues: [],
    annotations: false,
    attachments: false,
    signatures: false,
  })
})

test('a state whose mark was written over is one all the same', async () => {
  const file = Buffer.from(updatePdf(rawPdf({ content: pay('2,000.00') }), { 4: { stream: pay('6,000.00') } }))
  file.write('     ', file.indexOf('%%EOF'), 'latin1')
  expect((await sourceOf(new Uint8Array(file))).revisions).toHaveLength(2)
})

test('a changed page is not lost behind many saves', async () => {
  const changed = updatePdf(rawPdf({ content: pay('2,000.00') }), { 4: { stream: pay('6,000.00') } })
  const saves = Array.from({ length: 10 }, (_, k) => k)
  const file = saves.reduce((bytes, k) => updatePdf(bytes, { 40: `<< /Save (${k}) >>` }), changed)
  const { revisions } = await sourceOf(file)
  const words = revisions.flatMap(({ change }) => change?.added.map(({ text }) => text) ?? [])
  expect(words).toEqual(['6,000.00'])
})

test('an update that changes only the metadata changes no page', async () => {
  const { revisions } = await sourceOf(updatePdf(rawPdf({ content: pay('1.00') }), { 50: '<< /Title (x) >>' }))
  expect(revisions[1]?.change).toMatchObject({ pages: [], removed: [], added: [], formValues: [] })
})

test('a patch painted over an amount changes the page', async () => {
  const first = rawPdf({ content: pay('1,500.00') })
  const { revisions } = await sourceOf(updatePdf(first, { 4: { stream: `${pay('1,500.00')} 1 g 90 490 200 30 re f` } }))
  expect(revisions[1]?.change?.pages).toEqual([1])
})

test('filling a form and adding a note are no change of the page', async () => {
  const field = (value: string) =>
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (total) /V (${value}) /Rect [10 10 90 30] >>`
  const first = rawPdf({
    content: pay('1,500.00'),
    page: '/Annots 40 0 R',
    catalog: '/AcroForm << /Fields [20 0 R] /DA (/F1 10 Tf 0 g) /DR << /Font << /F1 6 0 R >> >> >>',
    objects: { 20: field(''), 40: '[20 0 R]' },
  })
  const note = '<< /Type /Annot /Subtype /Text /Rect [300 300 320 320] /Contents (please check) >>'
  const { revisions } = await sourceOf(
    updatePdf(updatePdf(first, { 20: field('12.00') }), { 21: note, 40: '[20 0 R 21 0 R]' }),
  )
  expect(revisions[1]?.change).toMatchObject({ pages: [], formValues: ['total'], annotations: false })
  expect(revisions[2]?.change).toMatchObject({ pages: [], formValues: [], annotations: true })
})

test('an appearance changed under an old value is a changed value', async () => {
  const look = (text: string) => ({
    dict: '/Type /XObject /Subtype /Form /BBox [0 0 80 20] /Resources << /Font << /F1 6 0 R >> >>',
    stream: `BT /F1 10 Tf 2 5 Td (${text}) Tj ET`,
  })
  const first = rawPdf({
    content: '',
    page: '/Annots [20 0 R]',
    catalog: '/AcroForm << /Fields [20 0 R] >>',
    objects: {
      20: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (total) /V (12.00) /Rect [10 10 90 30] /AP << /N 30 0 R >> >>',
      30: look('12.00'),
    },
  })
  const { revisions } = await sourceOf(updatePdf(first, { 30: look('92.00') }))
  expect(revisions[1]?.change).toMatchObject({ pages: [], formValues: ['total'] })
})

test('marks of embedded files, of linearised heads and repeated ones are no states', () => {
  const plain = latin(rawPdf({ content: pay('1.00') }))
  const inner = plain.replace('stream\nBT', 'stream\nstartxref\n999999\n%%EOF\nBT')
  expect(findRevisionEnds(bytesOf(inner))).toHaveLength(1)
  const linear = plain.replace('1 0 obj', '9 0 obj\n<< /Linearized 1 >>\nendobj\nstartxref\n0\n%%EOF\n1 0 obj')
  expect(findRevisionEnds(bytesOf(linear))).toHaveLength(1)
  const twice = `${plain}${plain.slice(plain.lastIndexOf('startxref'))}`
  expect(findRevisionEnds(bytesOf(twice))).toEqual([twice.length - 1])
  expect(findRevisionEnds(bytesOf('no marks at all'))).toEqual([15])
})

test('junk before the header moves no state', () => {
  const bytes = rawPdf({ content: pay('1.00') })
  const updated = latin(updatePdf(bytes, { 4: { stream: pay('2.00') } }))
  expect(findRevisionEnds(bytesOf(`junk\n${updated}`))).toEqual([bytes.length - 1 + 5, updated.length - 1 + 5])
})

test('a signature says what it covers, also after more was saved', async () => {
  const range = (a: number, b: number, c: number, d: number) =>
    `[${[a, b, c, d].map((n) => String(n).padStart(6, '0')).join(' ')}]`
  const build = (where: string) =>
    rawPdf({
      content: pay('1,500.00'),
      page: '/Annots [20 0 R]',
      catalog: '/AcroForm << /Fields [20 0 R] /SigFlags 3 >>',
      objects: {
        20: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signed) /V 21 0 R /Rect [0 0 0 0] >>',
        21: [
          '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /Name (Ann Reed)',
          `/ByteRange ${where} /Contents <${'0'.repeat(64)}> >>`,
        ].join(' '),
      },
    })
  const draft = latin(build(range(0, 0, 0, 0)))
  const [from, to] = [draft.indexOf('<0000'), draft.indexOf('0>', draft.indexOf('<0000')) + 2]
  const signed = build(range(0, from, to, draft.length - to))
  const whole = await sourceOf(signed)
  expect(whole.signatures).toEqual([
    { field: 'Signed', name: 'Ann Reed', coversFile: true, end: signed.length, certification: false },
  ])
  const later = await sourceOf(updatePdf(signed, { 4: { stream: pay('9,500.00') } }))
  expect(later.signatures[0]).toMatchObject({ coversFile: false, end: signed.length })
  expect(later.revisions[1]?.change?.pages).toEqual([1])
})

test('attachments are listed, XML is read, and adding one later is a change', async () => {
  const document = await PDFDocument.create()
  document.addPage([600, 800])
  document.setTitle('Invoice 7')
  document.setProducer('Maker')
  document.setCreationDate(new Date('2026-01-31T09:30:00Z'))
  const xml = '<?xml version="1.0"?><invoice>7</invoice>'
  await document.attach(Buffer.from(xml), 'invoice.xml', { mimeType: 'text/xml', description: 'the invoice' })
  await document.attach(Buffer.from('plain'), 'note.txt', { mimeType: 'text/plain' })
  const source = await sourceOf(await document.save())
  expect(source.attachments).toEqual([
    { name: 'invoice.xml', description: 'the invoice', xml, bytes: xml.length },
    { name: 'note.txt', description: '', xml: undefined, bytes: 5 },
  ])
  expect(source.info).toMatchObject({ title: 'Invoice 7', producer: 'Maker', created: '2026-01-31T09:30:00Z' })
})

test('XML in other encodings is text', () => {
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<a>é</a>', 'utf16le')])
  expect(readXml('a.xml', utf16)).toBe('<a>é</a>')
  const latin1 = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>', 'latin1')
  expect(readXml('data', latin1)).toContain('<a>é</a>')
  expect(readXml('a.bin', Buffer.from('<a/>'))).toBeUndefined()
})

test.each([
  ["D:20240131093000+01'00'", '2024-01-31T09:30:00+01:00'],
  ['D:20240131093000Z', '2024-01-31T09:30:00Z'],
  ['D:2024', '2024-01-01T00:00:00'],
  ['2024-01-31T09:30:00', '2024-01-31T09:30:00'],
  ['yesterday', 'yesterday'],
])('the date %s is %s', (written, iso) => {
  expect(toIso(written)).toBe(iso)
})

test('scripts are found where a document or a field has them', async () => {
  const script = '/Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (app.alert\\(1\\)) >>] >> >>'
  expect((await sourceOf(rawPdf({ content: '', catalog: script }))).hasScripts).toBe(true)
})
