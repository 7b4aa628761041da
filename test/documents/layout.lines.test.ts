import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layOut } from '../../server/src/documents/layout/lay-out.ts'
import type { PageLayout } from '../../server/src/documents/model/layout.ts'
import { pageOf } from './read-raw.ts'
import { wordsOf } from './written-page.ts'

async function laidOut(content: string): Promise<PageLayout> {
  return layOut(await pageOf(content))
}

const segments = ({ lines }: PageLayout) => lines.map((line) => line.segments.map(({ text }) => text))

test('words of different sizes on one base line are one line, top down', async () => {
  const page = await laidOut(
    'BT /F1 9 Tf 50 400 Td (below) Tj ET BT /F1 20 Tf 50 500 Td (Invoice) Tj /F1 9 Tf 90 0 Td (No. 7) Tj ET',
  )
  expect(segments(page)).toEqual([['Invoice', 'No. 7'], ['below']])
})

test('raised and lowered bits stay with their line', async () => {
  const page = await laidOut('BT /F1 12 Tf 50 500 Td (the 1) Tj 4 Ts /F1 7 Tf (st) Tj 0 Ts /F1 12 Tf ( of May) Tj ET')
  expect(page.lines).toHaveLength(1)
  expect(page.lines[0]?.text).toMatch(/^the 1 ?st of May$/)
})

test('a small label close above its value is a line of its own', async () => {
  const page = await laidOut('BT /F1 6 Tf 50 509 Td (14 Employment income) Tj /F1 10 Tf 0 -9 Td (52,000.00) Tj ET')
  expect(segments(page)).toEqual([['14 Employment income'], ['52,000.00']])
})

test('wide gaps part segments, two amounts part sooner, justified lines do not', async () => {
  const gaps = await laidOut('BT /F1 10 Tf 50 500 Td (Total due) Tj 70 0 Td (12.00) Tj 31 0 Td (15.00) Tj ET')
  expect(segments(gaps)).toEqual([['Total due', '12.00', '15.00']])
  const justified = await laidOut('BT /F1 10 Tf 6 Tw 50 500 Td (spread out over the whole line) Tj ET')
  expect(segments(justified)).toEqual([['spread out over the whole line']])
})

test('a ruled line parts what stands close to it on either side', async () => {
  const page = await laidOut('BT /F1 10 Tf 50 500 Td (A code) Tj 33 0 Td (B name) Tj ET 81 480 m 81 520 l S')
  expect(segments(page)).toEqual([['A code', 'B name']])
})

test('notes up the margin are lines of their own at the end', async () => {
  const page = await laidOut(
    'BT /F1 10 Tf 0 1 -1 0 30 480 Tm (Copy for employee) Tj 1 0 0 1 50 500 Tm (Name) Tj 0 -20 Td (Amount) Tj ET',
  )
  expect(segments(page)).toEqual([['Name'], ['Amount'], ['Copy for employee']])
})

test('lines of a page that lies a little askew hold together', () => {
  const words = Array.from({ length: 12 }, (_, k) => wordsOf([[40 + 45 * k, 500 + 1.2 * k, `word${k}`]])[0])
  const below = Array.from({ length: 12 }, (_, k) => wordsOf([[40 + 45 * k, 482 + 1.2 * k, `next${k}`]])[0])
  const all = [...words, ...below].flatMap((word) => (word ? [word] : []))
  const page = {
    number: 1,
    width: 600,
    height: 800,
    toFile: [1, 0, 0, 1, 0, 0] as const,
    toShown: [1, 0, 0, 1, 0, 0] as const,
    words: all,
  }
  const laid = layOut({ ...page, ruledLines: [], fills: [], pictures: [], form: [], ocr: undefined })
  expect(laid.lines.map(({ segments: parts }) => parts.flatMap(({ words: inside }) => inside).length)).toEqual([12, 12])
})

test('every shown word is in exactly one line, whatever the order of painting', () => {
  const place = fc.record({ x: fc.integer({ min: 0, max: 500 }), y: fc.integer({ min: 0, max: 780 }) })
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 60 }), (places) => {
      const words = wordsOf(places.map(({ x, y }, k) => [x, y, `w${k}`] as const))
      const page = {
        number: 1,
        width: 600,
        height: 800,
        toFile: [1, 0, 0, 1, 0, 0] as const,
        toShown: [1, 0, 0, 1, 0, 0] as const,
        words,
      }
      const laid = layOut({ ...page, ruledLines: [], fills: [], pictures: [], form: [], ocr: undefined })
      const read = laid.lines.flatMap((line) => line.segments.flatMap((segment) => segment.words))
      expect(new Set(read).size).toBe(read.length)
      expect(read.length).toBe(words.length)
      const blocks = laid.blocks.flatMap((block) => block.segments.flatMap((segment) => segment.words))
      expect(new Set(blocks).size).toBe(words.length)
    }),
    { seed: 41, numRuns: 60 },
  )
})
