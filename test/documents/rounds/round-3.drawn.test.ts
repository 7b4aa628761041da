import { expect, test } from 'vitest'
import { FIELDS, TABLES } from '../../../schemas/src/documents/fields.ts'
import { installed } from './installed.ts'
import { ACTS } from './round-3/papers/acts.ts'
import { left } from './round-3/papers/index.ts'
import { textsOf } from './round-3/papers/place.ts'
import { printed } from './round-3/papers/print.ts'
import { LOOKS, scanned } from './round-3/papers/scan.ts'
import { readSheets } from './round-3/papers/sheet.ts'

const sheets = [...readSheets().values()]

const bare = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()

for (const program of ['drawn', 'groff', 'wkhtmltopdf']) {
  const own = sheets.filter(({ printer, name }) => printer.startsWith(program) && !name.startsWith('br-'))
  const lack = program !== 'drawn' && !installed(program)
  test(`what the truth says stands on the pages (${program})`, async ({ skip }) => {
    skip(lack, `${program} is not installed`)
    for (const [name, bytes] of await printed(own)) {
      const page = bare((await textsOf(bytes)).map(({ text }) => text).join(''))
      const { fields } = own.find((sheet) => sheet.name === name)?.truth ?? expect.fail(name)
      const told = Object.entries(fields).filter(([field]) => !/_date|pay_period|currency/.test(field))
      const wanted = told.map(([, value]) => bare(typeof value === 'number' ? Math.trunc(value).toString() : value))
      expect([name, wanted.filter((value) => !page.includes(value))]).toEqual([name, []])
    }
  })
}

test('the truth has known names and values, and balances close', () => {
  for (const { name, truth } of sheets) {
    const { document_type: type, fields, tables = {} } = truth
    expect([name, Object.keys(fields).filter((field) => !(field in FIELDS[type]))]).toEqual([name, []])
    expect([name, Object.values(fields).filter((value) => value === '' || Number.isNaN(value))]).toEqual([name, []])
    expect(Object.keys(tables).filter((table) => !(table in TABLES))).toEqual([])
    const { opening_balance: from, closing_balance: to } = fields
    if (from === undefined) continue
    const sign = type === 'CREDIT_CARD_STATEMENT' ? -1 : 1
    const moves = (tables.transactions ?? []).map((row) => Number(row.deposit ?? 0) - Number(row.withdrawal ?? 0))
    const sum = moves.reduce((all, move) => all + sign * move, Number(from))
    expect([name, sum.toFixed(2)]).toEqual([name, Number(to).toFixed(2)])
  }
})

test('a scan has a picture and no words', async ({ skip }) => {
  skip(!installed('pdftoppm'), 'pdftoppm is not installed')
  const [sheet] = sheets.filter(({ name }) => name === 'za-superette')
  const look = LOOKS.fax
  if (!sheet || !look) return expect.fail('no sheet')
  const bytes = (await printed([sheet])).get(sheet.name) ?? expect.fail('no print')
  expect(await textsOf(await scanned(bytes, look, sheet.name, sheet.made))).toEqual([])
})

test(`every act and every look has what it needs (left: ${left.join(', ') || 'none'})`, () => {
  const names = sheets.map(({ name }) => name)
  expect(Object.values(ACTS).filter(({ paper }) => !names.includes(paper))).toEqual([])
  expect(sheets.filter(({ look }) => look && !(look in LOOKS)).map(({ name }) => name)).toEqual([])
})
