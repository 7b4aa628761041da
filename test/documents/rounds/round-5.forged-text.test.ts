import { expect, test } from 'vitest'
import { painted } from './round-1/scan.ts'
import { files, left, nameOf, readLines } from './round-5/forged-text/index.ts'
import { readPapers, truthOf } from './round-5/forged-text/papers.ts'
import { wordsIn } from './round-5/forged-text/pictures.ts'
import type { RoundFile } from './round-file.ts'

if (left.length > 0) console.log(`forged texts of the fifth round are not tried: ${left[0]}`)

const lines = readLines()
const made = async (...parts: string[]) => {
  const all: RoundFile[] = []
  for await (const file of files((name) => parts.some((part) => name.includes(part)))) all.push(file)
  return all
}
const bare = (text: unknown) => String(text).replace(/\s/g, '')
const cents = (amount: unknown) => Math.round(Number(amount ?? 0) * 100)
const placeOf = ({ forgery }: RoundFile) => forgery?.places[0] ?? expect.fail('nothing was forged')

/** What share of a place is dark. */
async function inkIn(file: RoundFile): Promise<number> {
  const { page, box } = placeOf(file)
  const picture = await painted(new Uint8Array(file.bytes), 72, page)
  const [x = 0, y = 0, right = 0, foot = 0] = picture.toPixels(box).map(Math.round)
  const { data } = picture.canvas.getContext('2d').getImageData(x, y, right - x, foot - y)
  return data.filter((value, at) => at % 4 === 1 && value < 150).length / (data.length / 4)
}

test('the list of the fifth round has many techniques, none often, and few that leave no trace', () => {
  const times = Map.groupBy(lines, ({ technique }) => technique)
  expect(lines.length).toBe(60)
  expect(times.size).toBeGreaterThan(30)
  expect(Math.max(...[...times.values()].map(({ length }) => length))).toBeLessThan(4)
  expect(lines.filter(({ family }) => family === 'clean').length).toBeLessThan(4)
  expect(new Set(lines.map(({ paper }) => paper)).size).toBe(25)
  expect(new Set(lines.map(nameOf)).size).toBe(60)
})

test('the genuine papers of the fifth round close', () => {
  const remainder = (iban: string) => {
    const turned = bare(iban).replace(/^(.{4})(.*)/, '$2$1')
    return BigInt(turned.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))) % 97n
  }
  let checked = 0
  for (const paper of readPapers()) {
    const { fields, tables } = truthOf(paper)
    const sum = (...names: string[]) =>
      names.reduce((so, name) => so + (name.startsWith('-') ? -1 : 1) * cents(fields[name.replace('-', '')]), 0)
    const closes = (total: string, ...parts: string[]) => {
      expect(cents(fields[total]), `${paper.name} ${total}`).toBe(sum(...parts))
      checked++
    }
    if ('closing_balance' in fields && paper.type === 'BANK_STATEMENT')
      closes('closing_balance', 'opening_balance', 'total_deposits', '-total_withdrawals')
    if ('total_taxes' in fields) closes('net_pay', 'gross_pay', '-total_taxes', '-total_deductions')
    if ('invoice_total' in fields) closes('invoice_total', 'subtotal', 'total_tax')
    if ('subtotal' in fields && 'total' in fields) closes('total', 'subtotal', 'total_tax', 'tip')
    for (const { quantity, unit_price, amount } of tables?.line_items ?? [])
      expect(cents(amount), paper.name).toBe(Math.round(Number(quantity) * cents(unit_price)))
    const last = tables?.transactions?.at(-1)
    if (last?.balance !== undefined) expect(last.balance, paper.name).toBe(fields.closing_balance)
    if (fields.iban !== undefined) expect(remainder(String(fields.iban)), paper.name).toBe(1n)
  }
  expect(checked).toBe(15)
})

test('a new text of the fifth round is printed in the box that is said, and the truth says it', async ({ skip }) => {
  skip(left.length > 0, left[0])
  const all = await made('01-white', '02-white', 'editors-font', 'inspect-element', 'added-revision', 'check-digit')
  expect(all.length).toBe(10)
  for (const file of all) {
    const line = lines.find((each) => nameOf(each) === file.name) ?? expect.fail(file.name)
    const [[field, change = ''] = expect.fail('no change')] = line.shown
    const [x, y, right] = placeOf(file).box
    const inside = wordsIn(file.bytes).filter(
      ({ box }) => box[0] < right && box[2] > x && box[1] < y + 3 && box[3] > y + 3,
    )
    const text = inside.map((word) => word.text).join('')
    expect(bare(text), file.name).toContain(bare(change))
    expect(file.truth.risk).toBe('flagged')
    const [table = '', row, cell = ''] = field.split('.')
    const said = row === undefined ? file.truth.fields[field] : file.truth.tables?.[table]?.[Number(row)]?.[cell]
    expect(said, file.name).toBeDefined()
    expect(bare(change).replace(/\D/g, ''), file.name).toContain(bare(said).replace(/\D/g, ''))
  }
})

test('figures of the fifth round that are no text have ink, and hidden rows have none', async ({ skip }) => {
  skip(left.length > 0, left[0])
  for (const file of await made('screenshot-patch', 'outlined', 'stamp-of', 'text-box', 'row-hidden')) {
    const ink = await inkIn(file)
    if (file.name.includes('row-hidden')) expect(ink, file.name).toBeLessThan(0.005)
    else expect(ink, file.name).toBeGreaterThan(0.04)
  }
})

test('a layer of the fifth round says another figure than its picture, which the truth follows', async ({ skip }) => {
  skip(left.length > 0, left[0])
  const [old, other, fresh] = await made('38-layer-says-old', '41-screenshot-over-all', '40-layer-says-new')
  const saysAll = (file?: RoundFile) =>
    bare(
      wordsIn(file?.bytes ?? new Uint8Array())
        .map(({ text }) => text)
        .join(''),
    )
  expect(saysAll(old)).toContain('3,004.98')
  expect(old?.truth.fields.closing_balance).toBe(7204.98)
  expect(saysAll(fresh)).toContain('2.666,60')
  expect(saysAll(other)).toContain('218.13')
  expect(other?.truth.fields.closing_balance).toBe(2418.13)
})

test('innocent acts of the fifth round keep what is printed', async ({ skip }) => {
  skip(left.length > 0, left[0])
  const all = await made('innocent-')
  expect(all.length).toBe(10)
  for (const { name, bytes, truth } of all) {
    expect(truth.risk).toBe('clean')
    const text = bare(wordsIn(bytes).map((word) => word.text))
    for (const amount of Object.values(truth.fields).filter((value) => typeof value === 'number'))
      expect(text.replace(/\D/g, ''), `${name} ${amount}`).toContain(amount.toFixed(2).replace('.', ''))
    if (name.includes('blacked-out')) expect(text).not.toContain('5521980')
  }
})
