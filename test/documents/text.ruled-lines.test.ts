import { expect, test } from 'vitest'
import { pageOf } from './read-raw.ts'

test('strokes, thin rectangles and outlines are rules', async () => {
  const stroke = await pageOf('2 w 100 500 m 300 500 l S')
  expect(stroke.ruledLines).toEqual([{ direction: 'across', box: [100, 499, 300, 501] }])
  const thin = await pageOf('100 100 0.5 400 re f')
  expect(thin.ruledLines).toEqual([{ direction: 'up', box: [100, 100, 100.5, 500] }])
  const outline = await pageOf('100 100 200 50 re S')
  expect(outline.ruledLines.map(({ direction }) => direction).sort()).toEqual(['across', 'across', 'up', 'up'])
  expect(outline.fills).toEqual([])
})

test('a line in pieces is one rule, two lines are two', async () => {
  const dashes = Array.from({ length: 20 }, (_, k) => `${100 + 4 * k} 300 m ${102 + 4 * k} 300 l S`).join(' ')
  expect((await pageOf(dashes)).ruledLines).toHaveLength(1)
  expect((await pageOf('100 300 m 200 300 l S 220 300 m 300 300 l S 100 290 m 300 290 l S')).ruledLines).toHaveLength(3)
})

test('areas are fills with their colour, cut by the clipping path; white lines part nothing', async () => {
  const page = await pageOf('q 0 0 150 800 re W n 0.5 g 100 100 200 50 re f Q 1 G 0 400 m 600 400 l S')
  expect(page.fills).toEqual([{ box: [100, 100, 150, 150], color: '#808080', order: expect.any(Number) }])
  expect(page.ruledLines).toEqual([])
})

test('a rectangle with a hole is its four sides and hides nothing', async () => {
  const word = 'BT /F1 10 Tf 150 120 Td (inside) Tj ET'
  for (const path of [
    '100 100 200 50 re 101 101 198 48 re f*',
    '100 100 200 50 re 101 101 m 101 149 l 299 149 l 299 101 l h f',
  ]) {
    const page = await pageOf(`${word} ${path}`)
    expect(page.ruledLines.map(({ direction }) => direction).sort()).toEqual(['across', 'across', 'up', 'up'])
    expect(page.fills).toEqual([])
    expect(page.words[0]?.visibility).toBe('shown')
  }
})

test('a bar bent round a corner is two rules and hides nothing', async () => {
  const bar = '100 100 m 300 100 l 300 200 l 299 200 l 299 101 l 100 101 l h f'
  const page = await pageOf(`BT /F1 10 Tf 150 120 Td (inside) Tj ET ${bar}`)
  expect(page.ruledLines).toEqual([
    { direction: 'across', box: [100, 100, 299, 101] },
    { direction: 'up', box: [299, 101, 300, 200] },
  ])
  expect(page.words[0]?.visibility).toBe('shown')
})

test('slanting lines and curves are no rules', async () => {
  expect((await pageOf('100 100 m 200 200 l S 100 100 m 120 180 180 180 200 100 c S')).ruledLines).toEqual([])
})

test('pictures have the place of their unit square', async () => {
  const page = await pageOf('q 80 0 0 40 95 495 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x80 EI Q')
  expect(page.pictures).toEqual([{ box: [95, 495, 175, 535], order: expect.any(Number) }])
})

test('a page of a hundred thousand lines is read and bounded', async () => {
  const lines = Array.from({ length: 100_000 }, (_, k) => `${k % 600} ${k % 797} m ${(k % 600) + 5} ${k % 797} l S`)
  const page = await pageOf(lines.join('\n'))
  expect(page.ruledLines.length).toBeGreaterThan(100)
  expect(page.ruledLines.length).toBeLessThanOrEqual(60_000)
})
