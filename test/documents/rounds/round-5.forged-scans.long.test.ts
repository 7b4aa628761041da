import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { painted } from './round-1/scan.ts'
import { through } from './round-3/forgeries/through.ts'
import { ACTS } from './round-5/forged-scans/acts.ts'
import { files, left } from './round-5/forged-scans/index.ts'
import { type Line, readLines } from './round-5/forged-scans/list.ts'
import { differing, papers, truthOf, wished } from './round-5/forged-scans/originals.ts'
import { wordsIn } from './round-5/forged-text/pictures.ts'
import type { RoundFile } from './round-file.ts'

if (left.length > 0) console.log(`forged scans of the fifth round are not tried: ${left[0]}`)

const lines = readLines()
const made = async (...parts: string[]) => {
  const all: RoundFile[] = []
  for await (const file of files((name) => parts.some((part) => name.includes(part)))) all.push(file)
  return all
}
const bare = (text: unknown) => String(text).replace(/[\s.,-]/g, '')
const cents = (amount: unknown) => Math.round(Number(amount ?? 0) * 100)
const lineOf = ({ name }: RoundFile): Line => lines.find((line) => line.name === name) ?? expect.fail(name)

/** What tesseract reads of a page, or of one place of it. */
async function read(file: RoundFile, box?: readonly number[], turned = 0): Promise<string> {
  const picture = await painted(new Uint8Array(file.bytes), 250)
  const [x = 0, y = 0, right = 0, foot = 0] = box
    ? picture.toPixels(box as never).map(Math.round)
    : [0, 0, picture.canvas.width, picture.canvas.height]
  const cut = ['-crop', `${right - x + 16}x${foot - y + 16}+${Math.max(0, x - 8)}+${Math.max(0, y - 8)}`, '+repage']
  const how = [...(box ? [...cut, '-bordercolor', 'white', '-border', '40'] : []), '-rotate', `${turned}`, 'png:OUT']
  const png = through('convert', ['IN', ...how], picture.canvas.toBuffer('image/png'), 'png')
  const mode = box ? ['--psm', '7'] : []
  const text = through('sh', ['-c', `tesseract IN stdout ${mode.join(' ')} > OUT`], png, 'png')
  return text.toString()
}

test('the scans of the fifth round are of many techniques, half of them change one figure only', () => {
  const times = Map.groupBy(lines, ({ technique }) => technique)
  expect(lines.length).toBe(39)
  expect(times.size).toBe(28)
  expect(Math.max(...[...times.values()].map(({ length }) => length))).toBeLessThan(4)
  expect(new Set(lines.map(({ paper }) => paper)).size).toBe(16)
  expect(lines.filter(({ scope }) => scope === 'all').length).toBeGreaterThan(12)
})

test('the genuine papers of these scans close, and so do those whose forger changed all that must agree', () => {
  const all = papers()
  const agreeing = lines
    .filter(({ scope }) => scope === 'all')
    .map((line) => {
      const paper = all.find(({ name }) => name === line.paper) ?? expect.fail(line.paper)
      expect(differing(paper, wished(paper, line), []).size, line.name).toBeGreaterThan(1)
      return wished(paper, line)
    })
  let checked = 0
  for (const paper of [...all, ...agreeing]) {
    const { fields, tables, document_type } = truthOf(paper)
    const closes = (total: string, ...parts: string[]) => {
      const signed = parts.map((part) => (part.startsWith('-') ? -1 : 1) * cents(fields[part.replace('-', '')]))
      expect(cents(fields[total]), `${paper.name} ${total}`).toBe(signed.reduce((sum, part) => sum + part))
      checked++
    }
    if (document_type === 'BANK_STATEMENT')
      closes('closing_balance', 'opening_balance', 'total_deposits', '-total_withdrawals')
    if (document_type === 'CREDIT_CARD_STATEMENT')
      closes('closing_balance', 'opening_balance', '-total_deposits', 'total_withdrawals')
    if ('total_deductions' in fields) closes('net_pay', 'gross_pay', '-total_deductions', '-total_taxes')
    if ('invoice_total' in fields) closes('invoice_total', 'subtotal', 'total_tax')
    if (document_type === 'RECEIPT') closes('total', 'subtotal', 'total_tax')
    for (const { quantity, unit_price, amount } of tables?.line_items ?? [])
      expect(cents(amount), paper.name).toBe(Math.round(Number(quantity) * cents(unit_price)))
    const last = tables?.transactions?.at(-1)?.balance
    if (last !== undefined) expect(last, paper.name).toBe(fields.closing_balance)
    if (document_type === 'W2_TAX_SLIP')
      expect(cents(fields.social_security_tax_withheld)).toBe(Math.round(cents(fields.social_security_wages) * 0.062))
    if (document_type === 'T4_TAX_SLIP')
      expect(cents(fields.cpp_contributions)).toBe(Math.round((cents(fields.employment_income) - 350_000) * 0.0595))
  }
  expect(checked).toBeGreaterThan(18)
})

test('a forged figure of these scans is read where it is said to stand', async ({ skip }) => {
  skip(left.length > 0, left[0])
  const all = await made(
    '61-',
    '64-colour',
    '70-patch',
    'strip-glued-us',
    'picture-over',
    'text-over',
    'edited-as-text',
  )
  expect(all.length).toBe(7)
  for (const file of all) {
    const { places, field } = file.forgery ?? expect.fail(file.name)
    const amount = Number(file.truth.fields[field] ?? 0)
    const at = places.findIndex((_, place) => place === [...changesOf(file).keys()].indexOf(field))
    const text = await read(file, places[Math.max(0, at)]?.box)
    expect(bare(text), `${file.name} ${field}`).toContain(bare(amount.toFixed(2)))
    expect(file.truth.risk).toBe('flagged')
    expect(file.bytes.length, file.name).toBeLessThan(600_000)
  }
}, 480_000)

const changesOf = (file: RoundFile) => {
  const line = lineOf(file)
  const paper = papers().find(({ name }) => name === line.paper) ?? expect.fail(line.paper)
  return differing(paper, wished(paper, line), [...line.shown.keys()])
}

test('a layer of these scans says other than the picture, whose figures are the truth', async ({ skip }) => {
  skip(left.length > 0, left[0])
  const [layer, exchanged] = await made('layer-says-other-us-letter', 'picture-exchanged')
  const said = (file?: RoundFile) =>
    bare(
      wordsIn(file?.bytes ?? new Uint8Array())
        .map(({ text }) => text)
        .join(''),
    )
  expect(said(layer)).toContain('7860000')
  expect(bare(await read(layer ?? expect.fail('no file')))).toContain('5160000')
  expect(layer?.truth.fields.gross_income).toBe(51_600)
  expect(said(exchanged)).toContain('6318000')
  expect(bare(await read(exchanged ?? expect.fail('no file')))).toContain('9318000')
  expect(exchanged?.truth.fields.gross_income).toBe(93_180)
}, 480_000)

test('a line that was taken out is neither on the page nor in the truth', async ({ skip }) => {
  skip(left.length > 0, left[0])
  const [file = expect.fail('no file')] = await made('line-closed-up')
  const text = await read(file)
  expect(text).toContain('Utilities')
  expect(text).not.toContain('Tire Barn')
  expect(file.truth.tables?.transactions?.length).toBe(9)
}, 480_000)

test('innocent acts keep what stands on the page, in files that are small', async ({ skip }) => {
  skip(left.length > 0, left[0])
  expect(ACTS.length).toBe(10)
  const all = await made('11-stamped', '13-blacked', '14-recognised', '15-compressed', '16-turned')
  expect(all.length).toBe(5)
  for (const file of all) {
    expect(file.truth.risk).toBe('clean')
    expect(file.bytes.length, file.name).toBeLessThan(600_000)
    expect((await PDFDocument.load(file.bytes)).getPageCount()).toBe(1)
  }
  const named = (act: string) => all.find((file) => file.act === act) ?? expect.fail(act)
  expect(bare(await read(named('stamped')))).toContain('627240')
  expect(bare(await read(named('turned'), undefined, 90))).toContain('4175000')
  expect(named('blacked-out-by-marker').truth.fields.account_number).toBeUndefined()
  expect(bare(await read(named('blacked-out-by-marker')))).not.toContain('52917408')
  expect(bare(wordsIn(named('recognised').bytes).map(({ text }) => text))).toContain('6318000')
}, 480_000)
