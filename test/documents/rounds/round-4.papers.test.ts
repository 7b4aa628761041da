import { PDFDocument } from '@cantoo/pdf-lib'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { FIELDS, TABLES } from '../../../schemas/src/documents/fields.ts'
import { installed } from './installed.ts'
import { textsOf } from './round-3/papers/place.ts'
import { pngsOf } from './round-3/papers/programs.ts'
import type { Sheet } from './round-3/papers/sheet.ts'
import { ACTS } from './round-4/papers/acts.ts'
import { left, sheets } from './round-4/papers/index.ts'
import { canPrint, printed, programOf } from './round-4/papers/print.ts'
import { LOOKS, scanned, toolsOf } from './round-4/papers/scan.ts'

const bare = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()

async function wordsOf(bytes: Uint8Array): Promise<string> {
  const pages = (await PDFDocument.load(bytes)).getPageCount()
  const texts = await Promise.all(Array.from({ length: pages }, (_, at) => textsOf(bytes, at + 1)))
  return bare(texts.flatMap((page) => page.map(({ text }) => text)).join(''))
}

/** Names and amounts of the truth that the pages do not print. */
function unprinted({ truth: { fields, tables = {} } }: Sheet, page: string): string[] {
  const told = Object.entries(fields).filter(([field]) => !/_date|_address|pay_period|currency/.test(field))
  const columns = ['description', 'withdrawal', 'deposit', 'amount']
  const cells = Object.values(tables).flatMap((rows) => rows.flatMap((row) => columns.map((name) => row[name] ?? '')))
  const wanted = [...told.map(([, value]) => value), ...cells]
  return wanted
    .map((value) => bare(typeof value === 'number' ? Math.trunc(value).toString() : value))
    .filter((value) => !page.includes(value))
}

for (const program of ['own', 'groff', 'wkhtmltopdf']) {
  const own = [...sheets.values()].filter(({ printer }) => printer.startsWith(program))
  const needs = program === 'own' ? 'fonts-liberation' : program
  test(`the pages print what the truth says (${program})`, async ({ skip }) => {
    skip(!installed(needs), `${needs} is not installed`)
    for (const [name, bytes] of await printed(own)) {
      const sheet = sheets.get(name) ?? expect.fail(name)
      expect([name, unprinted(sheet, await wordsOf(bytes))]).toEqual([name, []])
    }
  })
}

test('the truth has known names and values, balances close and totals are the sums of the rows', () => {
  for (const { name, truth } of sheets.values()) {
    const { document_type: type, fields, tables = {} } = truth
    expect([name, Object.keys(fields).filter((field) => !(field in FIELDS[type]))]).toEqual([name, []])
    expect([name, Object.values(fields).filter((value) => value === '' || Number.isNaN(value))]).toEqual([name, []])
    expect([name, Object.keys(tables).filter((table) => !(table in TABLES))]).toEqual([name, []])
    const sum = (column: string) => (tables.transactions ?? []).reduce((all, row) => all + Number(row[column] ?? 0), 0)
    const sign = type === 'CREDIT_CARD_STATEMENT' ? -1 : 1
    const { opening_balance: from, closing_balance: to, total_deposits, total_withdrawals } = fields
    if (from === undefined) continue
    const end = Number(from) + sign * (sum('deposit') - sum('withdrawal'))
    expect([name, end.toFixed(2)]).toEqual([name, Number(to).toFixed(2)])
    expect([name, Number(total_deposits ?? sum('deposit')) - sum('deposit')]).toEqual([name, expect.closeTo(0, 5)])
    const gone = Number(total_withdrawals ?? sum('withdrawal'))
    expect([name, gone - sum('withdrawal')]).toEqual([name, expect.closeTo(0, 5)])
  }
})

const fax = LOOKS.fax ?? expect.fail('no fax')
const lacks = toolsOf(fax).filter((program) => !installed(program))
test('a fax is a picture in the code of faxes, without words', async ({ skip }) => {
  skip(lacks.length > 0, `${lacks.join(', ')} is not installed`)
  const sheet = sheets.get('us-diner') ?? expect.fail('no sheet')
  const bytes = await scanned(
    (await printed([sheet])).get(sheet.name) ?? expect.fail('no print'),
    fax,
    'fax',
    sheet.made,
  )
  expect(await textsOf(bytes)).toEqual([])
  expect(Buffer.from(bytes).includes('/CCITTFaxDecode')).toBe(true)
  const [seen] = await pngsOf(bytes, 40)
  const picture = await loadImage(Buffer.from(seen ?? expect.fail('no page')))
  const pen = createCanvas(picture.width, picture.height).getContext('2d')
  pen.drawImage(picture, 0, 0)
  const foot = pen.getImageData(0, picture.height / 2, picture.width, picture.height / 2).data
  const dark = foot.filter((level, at) => at % 4 === 0 && level < 200).length / (foot.length / 4)
  expect(dark).toBeGreaterThan(0.01)
  expect(dark).toBeLessThan(0.3)
})

test('a number that is blacked out is not in the file any longer, and a filled form holds its values', async ({
  skip,
}) => {
  const [w2, nr4] = [sheets.get('us-w2'), sheets.get('ca-nr4')]
  if (!w2 || !nr4) return expect.fail('no sheet')
  const lack = [w2, nr4].find((sheet) => !canPrint(sheet))
  skip(lack !== undefined, `${lack && programOf(lack)} is not installed`)
  const clear = await wordsOf((await printed([w2])).get('us-w2') ?? expect.fail('no print'))
  const black = await wordsOf(
    (await ACTS['number-blacked-out']?.do(new Uint8Array(), w2, new Map())) ?? expect.fail('no act'),
  )
  expect([clear, black].map((page) => page.includes('418267335'))).toEqual([true, false])
  const form = await ACTS['form-filled']?.do(new Uint8Array(), nr4, new Map())
  const fields = (await PDFDocument.load(form ?? expect.fail('no act'))).getForm().getFields()
  expect(fields.map((field) => 'getText' in field && (field.getText as () => string)())).toContain('18000.00')
})

test(`every act and every look has what it needs (left: ${left.join(', ') || 'none'})`, () => {
  expect(Object.values(ACTS).filter(({ paper }) => !sheets.has(paper))).toEqual([])
  expect([...sheets.values()].filter(({ look }) => look && !(look in LOOKS)).map(({ name }) => name)).toEqual([])
})
