import { expect, test } from 'vitest'
import { pageOf, textsOf, wordOf } from './read-raw.ts'

test('a word has the advance widths of its glyphs as its box', async () => {
  const page = await pageOf('BT /F1 20 Tf 100 500 Td (Will Total) Tj ET')
  // Helvetica: W 944, i 222, l 222; blank 278; T 611, o 556, t 278, a 556.
  const [x0, y0, x1, y1] = wordOf(page, 'Will').box
  expect([x0, x1]).toEqual([expect.closeTo(100, 3), expect.closeTo(100 + 20 * 1.61, 3)])
  expect([y0, y1]).toEqual([expect.closeTo(500 - 4.4, 3), expect.closeTo(500 + 15.6, 3)])
  expect(wordOf(page, 'Total').box[0]).toBeCloseTo(100 + 20 * 1.888, 3)
  expect(wordOf(page, 'Total')).toMatchObject({ size: 20, bold: false, color: '#000000', visibility: 'shown' })
})

test('fonts have their own names, bold by name or by outline', async () => {
  const page = await pageOf(
    'BT /F2 10 Tf 10 500 Td (Strong) Tj /F1 10 Tf 100 0 Td (Plain) Tj 2 Tr 80 0 Td (Thick) Tj ET',
  )
  expect(wordOf(page, 'Strong')).toMatchObject({ font: 'Helvetica-Bold', bold: true })
  expect(wordOf(page, 'Plain')).toMatchObject({ font: 'Helvetica', bold: false })
  expect(wordOf(page, 'Thick').bold).toBe(true)
})

test('kerning joins and a wide step parts, within one operator and between several', async () => {
  const kerned = await pageOf('BT /F1 10 Tf 10 500 Td [(A) 70 (VA) -40 (TAR) -300 (next)] TJ ET')
  expect(textsOf(kerned)).toEqual(['AVATAR', 'next'])
  const steps = await pageOf('BT /F3 10 Tf 10 500 Td (12) Tj 12 0 Td (34) Tj 18 0 Td (56) Tj ET')
  expect(textsOf(steps)).toEqual(['1234', '56'])
})

test('letter-spaced words are words, whether spaced by the state, by blanks or glyph by glyph', async () => {
  const state = await pageOf('BT /F1 10 Tf 6 Tc 10 500 Td (TOTAL) Tj ET')
  expect(textsOf(state)).toEqual(['TOTAL'])
  const blanks = await pageOf('BT /F1 10 Tf 10 500 Td (T O T A L   D U E) Tj ET')
  expect(textsOf(blanks)).toEqual(['TOTAL', 'DUE'])
  const placed = [...'TOTAL'].map((letter, k) => `1 0 0 1 ${10 + 11 * k} 500 Tm (${letter}) Tj`).join(' ')
  expect(textsOf(await pageOf(`BT /F1 10 Tf ${placed} ET`))).toEqual(['TOTAL'])
})

test('figures with blanks between them stay apart, figures in the boxes of a form do not', async () => {
  expect(textsOf(await pageOf('BT /F3 10 Tf 10 500 Td (Weeks 1 2 3 4) Tj ET'))).toEqual(['Weeks', '1', '2', '3', '4'])
  const boxes = [...'046454286'].map((digit, k) => `1 0 0 1 ${10 + 14 * k} 500 Tm (${digit}) Tj`).join(' ')
  expect(textsOf(await pageOf(`BT /F1 10 Tf ${boxes} ET`))).toEqual(['046454286'])
})

test('short letters in columns stay apart', async () => {
  const page = await pageOf('BT /F1 10 Tf 10 500 Td (A) Tj 40 0 Td (B) Tj 40 0 Td (C) Tj 40 0 Td (D) Tj ET')
  expect(textsOf(page)).toEqual(['A', 'B', 'C', 'D'])
})

test('text printed twice a hair apart is one bold word', async () => {
  const words = await pageOf('BT /F1 10 Tf 10 500 Td (Total 12.50) Tj 0.3 0 Td (Total 12.50) Tj ET')
  expect(textsOf(words)).toEqual(['Total', '12.50'])
  expect(words.words.every(({ bold }) => bold)).toBe(true)
  const letters = [...'Due'].map((letter, k) => `1 0 0 1 ${10 + 6 * k} 400 Tm (${letter}) Tj 0.2 0 Td (${letter}) Tj`)
  const glyphs = await pageOf(`BT /F1 10 Tf ${letters.join(' ')} ET`)
  expect(textsOf(glyphs)).toEqual(['Due'])
})

test('the same amount in two places stays two words', async () => {
  const page = await pageOf('BT /F1 10 Tf 10 500 Td (12.50) Tj 0 -14 Td (12.50) Tj ET')
  expect(textsOf(page)).toEqual(['12.50', '12.50'])
})

test('blanks that do not break part words too, soft hyphens are hyphens', async () => {
  const page = await pageOf('BT /F1 10 Tf 10 500 Td (1\xA0234,56 co\xADop) Tj ET')
  expect(textsOf(page)).toEqual(['1', '234,56', 'co-op'])
})

test('text that runs up the margin says by how much it is turned', async () => {
  const page = await pageOf('BT /F1 10 Tf 0 1 -1 0 30 100 Tm (Margin note) Tj 1 0 0 1 100 100 Tm (Level) Tj ET')
  expect(wordOf(page, 'Margin').turn).toBe(90)
  expect(wordOf(page, 'Margin').box[3]).toBeGreaterThan(wordOf(page, 'Margin').box[1] + 25)
  expect(wordOf(page, 'Level').turn).toBeUndefined()
})

test('horizontal scaling, rise and leading move text as the specification says', async () => {
  const page = await pageOf('BT /F3 10 Tf 50 Tz 14 TL 10 500 Td (ab) Tj T* (cd) Tj 5 Ts (ef) Tj ET')
  const [ab, cdef] = page.words
  expect(ab?.box[2]).toBeCloseTo(16, 3)
  expect(cdef?.box[1]).toBeCloseTo(486 - 2.2, 3)
  expect(page.words.at(-1)?.box[2]).toBeCloseTo(22, 3)
})

test('a pair that is spaced alone has a blank between it, or the way to the next column', async () => {
  const blank = await pageOf('BT /F1 10 Tf 10 500 Td (POINT) Tj 2.5 Tc 29.45 0 Td (SO) Tj 0 Tc 16.95 0 Td (F) Tj ET')
  expect(textsOf(blank)).toEqual(['POINTS', 'OF'])
  const column = await pageOf('BT /F1 10 Tf 10 500 Td (TAX) Tj 90 Tc 19.45 0 Td (E4) Tj 0 Tc 102.23 0 Td (2,10) Tj ET')
  expect(textsOf(column)).toEqual(['TAXE', '42,10'])
  const spaced = await pageOf('BT /F1 10 Tf 3 Tc 10 500 Td (TO) Tj 30 0 Td (PAY) Tj ET')
  expect(textsOf(spaced)).toEqual(['TO', 'PAY'])
})
