import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { FONT_FOLDER } from './round-1/fonts.ts'
import { type Picture, painted } from './round-1/scan.ts'
import { ACTS } from './round-7/forged-text/acts.ts'
import { files, readLines } from './round-7/forged-text/index.ts'
import { type Paper, readPapers, truthOf } from './round-7/forged-text/papers.ts'
import { printed } from './round-7/forged-text/print.ts'
import type { RoundFile } from './round-file.ts'

const lines = readLines()
const papers = readPapers()
const bare = (text: unknown) => String(text).replace(/\s/g, '')
const cents = (amount: unknown) => Math.round(Number(amount ?? 0) * 100)
const lineOf = ({ name }: RoundFile) => lines.find((line) => line.name === name) ?? expect.fail(name)
const paperNamed = (name: string) => papers.find((paper) => paper.name === name) ?? expect.fail(name)

/** Made once for all tests. */
let all: Promise<RoundFile[]> | undefined
const made = () => {
  all ??= Array.fromAsync(files())
  return all
}

/** The texts of a page in the order of its contents, with where each begins. */
async function textsOf(
  bytes: Uint8Array,
  number = 1,
): Promise<{ text: string; x: number; y: number; width: number }[]> {
  const task = getDocument({ data: bytes.slice(), standardFontDataUrl: FONT_FOLDER, verbosity: 0 })
  const page = await (await task.promise).getPage(number)
  const { items } = await page.getTextContent()
  await task.destroy()
  return items.flatMap((item) =>
    'str' in item ? [{ text: item.str, x: item.transform[4], y: item.transform[5], width: item.width }] : [],
  )
}

const dataOf = ({ canvas }: Picture) => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data

test('the forged texts of the seventh round are of many techniques, most of them ordinary work', () => {
  const times = Map.groupBy(lines, ({ technique }) => technique)
  expect(lines.length).toBe(53)
  expect(times.size).toBe(37)
  expect(Math.max(...[...times.values()].map(({ length }) => length))).toBeLessThan(5)
  expect(new Set(lines.map(({ name }) => name)).size).toBe(53)
  expect(new Set([...lines.map(({ paper }) => paper), ...ACTS.map(([, paper]) => paper)])).toEqual(
    new Set(papers.map(({ name }) => name)),
  )
  const careful = lines.filter(({ family, scope }) => family === 'clean' || family === 'structure' || scope === 'all')
  expect(careful.length / lines.length).toBeLessThan(0.3)
})

const remainder = (iban: string) => {
  const turned = bare(iban).replace(/^(.{4})(.*)/, '$2$1')
  return BigInt(turned.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))) % 97n
}

/** Sums that a paper must keep, as `total: parts`, where it prints all of them. */
const SUMS = [
  'closing_balance: opening_balance total_deposits -total_withdrawals',
  'net_pay: gross_pay -total_taxes -total_deductions',
  'invoice_total: subtotal total_tax',
  'total: subtotal total_tax',
]

function close({ name, ...paper }: Paper): number {
  const { fields, tables } = truthOf({ name, ...paper })
  let checked = 0
  for (const [total = '', rest = ''] of SUMS.map((line) => line.split(': '))) {
    const parts = rest.split(' ')
    if (![total, ...parts.map((part) => part.replace('-', ''))].every((key) => key in fields)) continue
    const signed = parts.map((part) => (part.startsWith('-') ? -1 : 1) * cents(fields[part.replace('-', '')]))
    expect(cents(fields[total]), `${name} ${total}`).toBe(signed.reduce((sum, each) => sum + each))
    checked++
  }
  for (const { quantity, unit_price, amount } of tables?.line_items ?? [])
    expect(cents(amount), name).toBe(Math.round(Number(quantity) * cents(unit_price)))
  const last = tables?.transactions?.at(-1)?.balance
  if (last !== undefined) expect(last, name).toBe(fields.closing_balance)
  return checked
}

test('the genuine papers of the seventh round close, and their account numbers are possible', () => {
  expect(papers.length).toBe(16)
  const checked = papers.map(close)
  expect(checked.filter((count) => count > 0).length).toBe(9)
  const ibans = papers.flatMap((paper) => {
    const { iban, account_number } = truthOf(paper).fields
    return [iban, /^[A-Z]{2}\d{2} /.test(String(account_number)) ? account_number : undefined].filter((each) => each)
  })
  expect(ibans.filter((iban) => remainder(String(iban)) === 1n).length).toBe(3)
  const forged = lines.flatMap(({ shown }) => shown.get('iban') ?? []).map(remainder)
  expect(forged.filter((rest) => rest === 1n).length).toBe(forged.length - 1)
})

/** Made as pictures or notes, or with a part of the old text, so that no text of the page is all of the new value. */
const NO_TEXT = ['picture', 'note', 'digit-box']

test('a new text of the seventh round stands in the box that is said, and the truth says it', async () => {
  let tried = 0
  for (const file of await made()) {
    if (file.kind !== 'forged' || NO_TEXT.includes(lineOf(file).way)) continue
    const { field, places } = file.forgery ?? expect.fail(file.name)
    const { page, box } = places[0] ?? expect.fail(file.name)
    const [x, y, right, top] = box
    const inside = (await textsOf(file.bytes, page)).filter(
      (each) => each.x < right && each.x + each.width > x + 1 && each.y > y - 1 && each.y < top,
    )
    const [change = ''] = [...lineOf(file).shown.values()]
    expect(bare(inside.map(({ text }) => text).join('')), file.name).toContain(bare(change.split(' = ')[0]))
    const [table = '', row, cell = ''] = field.split('.')
    const told = row === undefined ? file.truth.fields[field] : file.truth.tables?.[table]?.[Number(row)]?.[cell]
    const plain = typeof told === 'number' ? told.toFixed(/[.,]\d\d$/.test(change) ? 2 : 0) : told
    const digits = (text: unknown) => bare(text).replace(/[,.]/g, '')
    if (told !== undefined) expect(digits(change), file.name).toContain(digits(plain))
    expect(file.truth.risk).toBe('flagged')
    tried++
  }
  expect(tried).toBe(47)
})

/** Another program sets every word of the paper a little otherwise. */
const ALL_OTHER = ['retyped']

test('the pages of the seventh round change in the boxes that are said, and nowhere else', async () => {
  const genuine = new Map<string, Picture>()
  for (const file of await made()) {
    if (file.kind !== 'forged' || ALL_OTHER.includes(lineOf(file).way)) continue
    const { places } = file.forgery ?? expect.fail(file.name)
    for (const page of new Set(places.map((place) => place.page))) {
      const key = `${lineOf(file).paper} ${page}`
      const old = genuine.get(key) ?? (await painted((await printed(paperNamed(lineOf(file).paper))).bytes, 72, page))
      genuine.set(key, old)
      const fresh = await painted(new Uint8Array(file.bytes), 72, page)
      const boxes = places.filter((place) => place.page === page).map(({ box }) => fresh.toPixels(box))
      const [before, after] = [dataOf(old), dataOf(fresh)]
      const inBox = new Set<number>()
      for (let at = 1; at < after.length; at += 4) {
        if (Math.abs((after[at] ?? 0) - (before[at] ?? 0)) < 48) continue
        const [x, y] = [(at >> 2) % fresh.canvas.width, Math.floor((at >> 2) / fresh.canvas.width)]
        const box = boxes.findIndex(([l, t, r, b]) => x >= l - 3 && x <= r + 3 && y >= t - 2 && y <= b + 2)
        expect(box, `${file.name} at ${x} ${y}`).toBeGreaterThan(-1)
        inBox.add(box)
      }
      expect(inBox.size, file.name).toBe(boxes.length)
    }
  }
})

test('a file of the seventh round is the same each time it is made', async () => {
  const some = ['-01-', '-06-', '-08-', '-19-', '-31-', '-33-', '-41-', '-53-', 'recognised', 'initialled']
  const again = await Array.fromAsync(files((name) => some.some((part) => name.includes(part))))
  expect(again.length).toBeGreaterThan(9)
  for (const file of again) {
    const first = (await made()).find(({ name }) => name === file.name) ?? expect.fail(file.name)
    expect(Buffer.from(file.bytes).equals(first.bytes), file.name).toBe(true)
  }
})

test('innocent acts of the seventh round keep what is printed', async () => {
  const acts = (await made()).filter(({ kind }) => kind === 'innocent')
  expect(acts.length).toBe(14)
  for (const { name, act, bytes, truth } of acts) {
    expect(truth.risk).toBe('clean')
    const pages = act === 'merged' || name.includes('ca-credit') ? [1, 2] : [1]
    const texts = await Promise.all(pages.map((page) => textsOf(bytes, page)))
    const digits = texts
      .flat()
      .map(({ text }) => text)
      .join('')
      .replace(/\D/g, '')
    for (const amount of Object.values(truth.fields).filter((value) => typeof value === 'number'))
      expect(digits, `${name} ${amount}`).toContain(amount.toFixed(2).replace('.', ''))
    if (act === 'account-redacted') expect(digits).not.toContain('01234498')
  }
})
