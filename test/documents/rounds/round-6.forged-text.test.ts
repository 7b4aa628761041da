import { expect, test } from 'vitest'
import { painted } from './round-1/scan.ts'
import { through } from './round-3/forgeries/through.ts'
import { wordsIn } from './round-5/forged-text/pictures.ts'
import { files, left, nameOf, readLines } from './round-6/forged-text/index.ts'
import { readPapers, truthOf } from './round-6/forged-text/papers.ts'
import type { RoundFile } from './round-file.ts'

if (left.length > 0) console.log(`forged texts of the sixth round are not tried: ${left[0]}`)

const lines = readLines()
const papers = readPapers()
const made = async (...parts: string[]) => {
  const all: RoundFile[] = []
  for await (const file of files((name) => parts.some((part) => name.includes(part)))) all.push(file)
  return all
}
const TYPED = ['page-piece', 'white-marker', 'squeezed', 'fallback', 'pure-black', 'nudged', 'old-page'].concat([
  'dates',
  '20-old-layer',
  'changed-after',
  '26-stream',
  'tip-on-top',
  'check-digit',
])
const OTHERS = ['16-unicode', '18-unicode', '19-glyph-map', 'feathered', 'letterhead', '23-rows-clipped']
/** Printed once for all tests, since every start of a printing program takes seconds. */
let printed: Promise<RoundFile[]> | undefined
const kept = async (...parts: string[]) => {
  printed ??= made(...TYPED, ...OTHERS, 'innocent-')
  return (await printed).filter(({ name }) => parts.some((part) => name.includes(part)))
}
const bare = (text: unknown) => String(text).replace(/\s/g, '')
const cents = (amount: unknown) => Math.round(Number(amount ?? 0) * 100)
const lineOf = ({ name }: RoundFile) => lines.find((line) => nameOf(line) === name) ?? expect.fail(name)
const textOf = (bytes: Uint8Array) =>
  bare(
    wordsIn(bytes)
      .map(({ text }) => text)
      .join(''),
  )

/** What share of a place is dark. */
async function inkIn({ bytes, forgery }: RoundFile): Promise<number> {
  const { page, box } = forgery?.places[0] ?? expect.fail('nothing was forged')
  const picture = await painted(new Uint8Array(bytes), 72, page)
  const [x = 0, y = 0, right = 0, foot = 0] = picture.toPixels(box).map(Math.round)
  const { data } = picture.canvas.getContext('2d').getImageData(x, y, right - x, foot - y)
  return data.filter((value, at) => at % 4 === 1 && value < 150).length / (data.length / 4)
}

test('the list of the sixth round has many techniques, none often, and few that leave no trace', () => {
  const times = Map.groupBy(lines, ({ technique }) => technique)
  expect(lines.length).toBe(40)
  expect(times.size).toBe(30)
  expect(Math.max(...[...times.values()].map(({ length }) => length))).toBeLessThan(4)
  expect(lines.filter(({ family }) => family === 'clean').length).toBeLessThan(3)
  expect(papers.length).toBe(21)
  expect(new Set(lines.map(({ paper }) => paper)).size).toBe(21)
  expect(new Set(lines.map(nameOf)).size).toBe(40)
})

test('the genuine papers of the sixth round close', () => {
  const remainder = (iban: string) => {
    const turned = bare(iban).replace(/^(.{4})(.*)/, '$2$1')
    return BigInt(turned.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))) % 97n
  }
  const doubled = (digit: number) => (digit > 4 ? 2 * digit - 9 : 2 * digit)
  const luhn = (digits: string) =>
    [...digits].map(Number).reduce((sum, digit, at) => sum + (at % 2 ? doubled(digit) : digit), 0) % 10
  let checked = 0
  for (const paper of papers) {
    const { fields, tables, document_type } = truthOf(paper)
    const sum = (...names: string[]) =>
      names.reduce((so, name) => so + (name.startsWith('-') ? -1 : 1) * cents(fields[name.replace('-', '')]), 0)
    const closes = (total: string, ...parts: string[]) => {
      expect(cents(fields[total]), `${paper.name} ${total}`).toBe(sum(...parts))
      checked++
    }
    const flow = ['total_deposits', 'total_withdrawals'].every((name) => name in fields)
    if (document_type === 'BANK_STATEMENT' && flow)
      closes('closing_balance', 'opening_balance', 'total_deposits', '-total_withdrawals')
    if (document_type === 'CREDIT_CARD_STATEMENT')
      closes('closing_balance', 'opening_balance', '-total_deposits', 'total_withdrawals')
    if ('total_taxes' in fields && 'total_deductions' in fields)
      closes('net_pay', 'gross_pay', '-total_taxes', '-total_deductions')
    if ('invoice_total' in fields) closes('invoice_total', 'subtotal', 'total_tax')
    if (document_type === 'RECEIPT') closes('total', 'subtotal', 'total_tax', 'tip')
    for (const { quantity, unit_price, amount } of tables?.line_items ?? [])
      expect(cents(amount), paper.name).toBe(Math.round(Number(quantity) * cents(unit_price)))
    const last = tables?.transactions?.at(-1)
    if (last?.balance !== undefined) expect(last.balance, paper.name).toBe(fields.closing_balance)
    const iban = fields.iban ?? (/^FR/.test(String(fields.account_number)) ? fields.account_number : undefined)
    if (iban !== undefined) expect(remainder(String(iban)), paper.name).toBe(1n)
    if (fields.social_insurance_number) expect(luhn(bare(fields.social_insurance_number))).toBe(0)
  }
  expect(checked).toBe(11)
})

test('a new text of the sixth round is printed in the box that is said, and the truth says it', async ({ skip }) => {
  skip(left.length > 0, left[0])
  const all = await kept(...TYPED)
  expect(all.length).toBe(20)
  for (const file of all) {
    const [[field, change = ''] = expect.fail('no change')] = lineOf(file).shown
    const [x = 0, y = 0, right = 0] = file.forgery?.places[0]?.box ?? []
    const inside = wordsIn(file.bytes).filter(
      ({ box }) => box[0] < right && box[2] > x && box[1] < y + 3 && box[3] > y + 3,
    )
    const there = inside.map(({ text }) => text).join('')
    for (const word of change.split(' = ')[0]?.split(' ') ?? []) expect(there, file.name).toContain(word)
    expect(file.truth.risk).toBe('flagged')
    const [table = '', row, cell = ''] = field.split('.')
    const said = row === undefined ? file.truth.fields[field] : file.truth.tables?.[table]?.[Number(row)]?.[cell]
    const plain = typeof said === 'number' ? said.toFixed(2) : String(said)
    expect(bare(change).replace(/[,.]/g, ''), file.name).toBe(bare(plain).replace(/[,.]/g, ''))
  }
})

test('texts of the sixth round that say another figure than they show have ink where they say', async ({ skip }) => {
  skip(left.length > 0, left[0])
  const all = await kept(...OTHERS.slice(0, 5))
  for (const file of all) expect(await inkIn(file), file.name).toBeGreaterThan(0.04)
  const [patch, , , said, machines, turned] = all
  expect(textOf(patch?.bytes ?? new Uint8Array())).toContain('2,379.11')
  expect(textOf(said?.bytes ?? new Uint8Array())).not.toContain('90,582.38')
  expect(said?.truth.fields.ytd_gross_pay).toBe(90582.38)
  expect(textOf(machines?.bytes ?? new Uint8Array())).toContain('8,502.22')
  expect(machines?.truth.fields.closing_balance).toBe(1502.22)
  expect(textOf(turned?.bytes ?? new Uint8Array())).toContain('4,161.51')
  expect(turned?.truth.fields.closing_balance).toBe(9161.51)
})

test('rows of the sixth round are gone from the page, and what was signed is kept within the file', async ({
  skip,
}) => {
  skip(left.length > 0, left[0])
  const [rows, signed] = await kept('23-rows-clipped', '24-changed-after')
  expect(rows?.truth.tables?.transactions?.length).toBe(10)
  expect(JSON.stringify(rows?.truth)).not.toContain('Ashgrove')
  const file = Buffer.from(signed?.bytes ?? [])
  const [, from = 0, to = 0, length = 0] =
    /ByteRange \[ (\d+) (\d+) (\d+) (\d+)/.exec(file.toString('latin1'))?.slice(1).map(Number) ?? []
  expect(to).toBeGreaterThan(from)
  const before = through('pdftotext', ['-layout', 'IN', 'OUT'], file.subarray(0, to + length)).toString()
  expect(before).toContain('29,640.00')
})

test('innocent acts of the sixth round keep what is printed', async ({ skip }) => {
  skip(left.length > 0, left[0])
  const all = await kept('innocent-')
  expect(all.length).toBe(12)
  for (const { name, bytes, truth } of all) {
    expect(truth.risk).toBe('clean')
    const text = through('pdftotext', ['-layout', 'IN', 'OUT'], bytes).toString().replace(/\D/g, '')
    for (const amount of Object.values(truth.fields).filter((value) => typeof value === 'number'))
      expect(text, `${name} ${amount}`).toContain(amount.toFixed(2).replace('.', ''))
  }
})
