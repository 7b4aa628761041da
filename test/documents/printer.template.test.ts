import { expect, test } from 'vitest'
import { Chance } from './chance.ts'
import { Sheet } from './printer/sheet.ts'
import { pagesOf } from './read-raw.ts'

const open = (look = 'letter') => Sheet.open(new Chance(1), look)

async function printed(sheet: Sheet) {
  const { bytes } = await sheet.says`INVOICE paper`
  const pages = await pagesOf(bytes)
  return pages.map(({ words }) => words.map(({ text, box, size, bold }) => ({ text, box, size, bold })))
}

const placed = async (sheet: Sheet) =>
  (await printed(sheet))
    .flat()
    .map(({ text, box, size, bold }) => [
      text,
      Math.round(box[0]),
      Math.round(box[2]),
      Math.round(792 - box[1] - 0.22 * size),
      size,
      bold,
    ])

test('a row stands at its places, in its inks', async () => {
  const sheet = await open()
  sheet.print`50/10: 40 Left | 300>b Right ¶ under | 400/12 ${'Slot'} | 500 ${undefined}`
  expect(await placed(sheet)).toEqual([
    ['Left', 40, expect.anything(), 50, 10, false],
    ['Right', expect.anything(), 300, 50, 10, true],
    ['under', expect.anything(), 300, 63, 10, true],
    ['Slot', 400, expect.anything(), 50, 12, false],
  ])
})

test('what is named is where others stand under it, the lower of two first', async () => {
  const sheet = await open('letter 10')
  sheet.print`
    left = list 100 step 20: 40 | 200>
    - Net | ${'1.00'}
    -b Total | 2.00
    right = 100: 300 One ¶ ${['Two', 'Three']} ¶ ${undefined}
    left,right+10: 40 Under
    y = 300: 40<60 Broken where it is wide
    y+5: 40 After
  `
  const at = (await placed(sheet)).map(([text, , , y]) => [text, y])
  expect(at).toContainEqual(['Total', 120])
  expect(at).toContainEqual(['Three', 125])
  expect(at).toContainEqual(['Under', 150])
  expect(at).toContainEqual(['wide', 325])
  expect(at).toContainEqual(['After', 343])
})

test('a table goes on on the next page with its heading', async () => {
  const sheet = await open()
  const enter = () => {
    sheet.print`40: 40 Continued`
    return 80
  }
  sheet.print`
    table 680 again 90 enter ${enter}: 40 Day | 300> Sum
    - ${[1, 2, 3].map((day) => [`May ${day}`, `${day}.00`])}
    - all | ...${['6.00']}
  `
  const pages = (await printed(sheet)).map((words) => words.map(({ text }) => text).join(' '))
  expect(pages).toEqual(['Day Sum May 1 1.00 May 2 2.00 May 3 3.00', 'Continued Day Sum all 6.00'])
})

test('a truth has its fields, its tables and what may be told either way', async () => {
  const sheet = await open()
  const { name, truth } = await sheet.says`INVOICE of-one-line.pdf
    subtotal 12.5 | vendor_name Quill & Co | due_date ${undefined} | ${{ currency: 'EUR', line_items: [{ amount: 3 }] }}
    optional amount_due currency`
  expect(name).toBe('of-one-line.pdf')
  expect(truth).toEqual({
    document_type: 'INVOICE',
    fields: { subtotal: 12.5, vendor_name: 'Quill & Co', currency: 'EUR' },
    optional: ['amount_due', 'currency'],
    tables: { line_items: [{ amount: 3 }] },
    risk: 'clean',
  })
})

test('what no template says is refused', async () => {
  const sheet = await open()
  expect(() => sheet.print`nowhere+4: 40 Text`).toThrow('no line ends at nowhere')
  expect(() => sheet.print`40: Text`).toThrow('no place: Text')
  expect(() => sheet.print`40: 40q Text`).toThrow('no ink is called q')
  await expect(open('papyrus')).rejects.toThrow('no look is called papyrus')
  await expect(sheet.says`LETTERS x`).rejects.toThrow('no truth: LETTERS x')
})
