import { expect, test } from 'vitest'
import { pageOf, wordOf } from './read-raw.ts'

const AMOUNT = 'BT /F1 12 Tf 100 500 Td (1,234.00) Tj ET'

test('text in render mode 3 and fully transparent text is invisible', async () => {
  expect(wordOf(await pageOf(`BT 3 Tr /F1 12 Tf 100 500 Td (1,234.00) Tj ET`), '1,234.00').visibility).toBe('invisible')
  const clear = await pageOf({ content: `/G gs ${AMOUNT}`, resources: '/ExtGState << /G << /ca 0 >> >>' })
  expect(wordOf(clear, '1,234.00').visibility).toBe('invisible')
})

test('text below a later opaque rectangle is covered, text on top of it is not', async () => {
  const page = await pageOf(`${AMOUNT} 1 g 95 495 80 18 re f 0 g BT /F1 12 Tf 100 500 Td (9,999.00) Tj ET`)
  expect(wordOf(page, '1,234.00').visibility).toBe('covered')
  expect(wordOf(page, '9,999.00').visibility).toBe('shown')
})

test('a picture covers, a transparent highlight and a rectangle beside it do not', async () => {
  const picture = 'q 80 0 0 18 95 495 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \xFF EI Q'
  expect(wordOf(await pageOf(`${AMOUNT} ${picture}`), '1,234.00').visibility).toBe('covered')
  const highlight = `${AMOUNT} /G gs 1 1 0 rg 95 495 80 18 re f`
  const page = await pageOf({ content: highlight, resources: '/ExtGState << /G << /ca 0.4 >> >>' })
  expect(wordOf(page, '1,234.00').visibility).toBe('shown')
  expect(wordOf(await pageOf(`${AMOUNT} 0.9 g 95 470 80 18 re f`), '1,234.00').visibility).toBe('shown')
})

test('a watermark that runs slanting below a panel is no covered text', async () => {
  const page = await pageOf('BT /F1 40 Tf 0.7 0.7 -0.7 0.7 100 300 Tm (DRAFT) Tj ET 0.9 g 90 320 200 40 re f')
  expect(wordOf(page, 'DRAFT')).toMatchObject({ visibility: 'shown', turn: 45 })
})

test('blending shows what is below', async () => {
  const content = `${AMOUNT} /G gs 1 1 0 rg 95 495 80 18 re f`
  const page = await pageOf({ content, resources: '/ExtGState << /G << /BM /Multiply >> >>' })
  expect(wordOf(page, '1,234.00').visibility).toBe('shown')
})

test('white text is faint on paper and shown on a dark ground', async () => {
  expect(wordOf(await pageOf(`1 g ${AMOUNT}`), '1,234.00')).toMatchObject({ visibility: 'faint', color: '#ffffff' })
  const dark = await pageOf(`0.1 g 90 490 200 30 re f 1 g ${AMOUNT}`)
  expect(wordOf(dark, '1,234.00').visibility).toBe('shown')
  const rounded = '0.1 g 90 495 m 90 490 95 490 95 490 c 290 490 l 290 520 l 90 520 l h f'
  expect(wordOf(await pageOf(`${rounded} 1 g ${AMOUNT}`), '1,234.00').visibility).toBe('shown')
})

test('text in the colour of the box behind it is faint', async () => {
  const page = await pageOf(`0.8 0.2 0.2 rg 90 490 200 30 re f 0.79 0.2 0.2 rg ${AMOUNT}`)
  expect(wordOf(page, '1,234.00').visibility).toBe('faint')
})

test('colours of every space come as red, green and blue', async () => {
  const page = await pageOf(
    'BT /F1 12 Tf 1 0 0 rg 50 500 Td (red) Tj 0 1 1 0 k 60 0 Td (ink) Tj 0.5 g 60 0 Td (grey) Tj ET',
  )
  expect(wordOf(page, 'red').color).toBe('#ff0000')
  expect(wordOf(page, 'grey').color).toBe('#808080')
  expect(Number.parseInt(wordOf(page, 'ink').color.slice(1, 3), 16)).toBeGreaterThan(200)
})
