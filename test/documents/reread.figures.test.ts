import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import type { Page } from '../../server/src/documents/model/page.ts'
import { greyOf } from '../../server/src/documents/ocr/bitmap.ts'
import { readAgain } from '../../server/src/documents/ocr/read-again.ts'
import { closeOcr, readerOf } from '../../server/src/documents/ocr/recognise.ts'
import { findFlags } from '../../server/src/documents/risk/find-flags.ts'
import { togetherOn } from '../../server/src/documents/risk/pixels/reread.ts'
import { SANS } from './pen-fonts.ts'
import { type Case, partOf, readingOf, word } from './risk-case.ts'

/** A total of which one digit is another than the sum asks for. */
const RECEIPT: Case = {
  type: 'RECEIPT',
  fields: { subtotal: 250, total_tax: 60, total: 910 },
  origin: 'ocr',
  wordConfidence: 0.98,
}

function judged(made: Case, reread: (index: number) => boolean | undefined, wanted = 'RECEIPT_TOTAL') {
  const part = partOf(made)
  for (const [index, { words }] of Object.values(part.fields).entries())
    for (const word of words) {
      const read = reread(index)
      if (read !== undefined) word.reread = read
    }
  return findFlags(readingOf(made, [part]), [part]).filter(({ code }) => code === wanted)
}

test('a recognised sum that is one digit off is in doubt, and says which figures are to be read again', () => {
  expect(judged(RECEIPT, () => undefined)).toMatchObject([{ severity: 'low', proof: false }])
  expect(judged(RECEIPT, () => undefined)[0]?.doubted).toHaveLength(3)
})

test('once all its figures were read again as the same it is evidence, and no proof', () => {
  expect(judged(RECEIPT, () => true)).toMatchObject([{ severity: 'medium', proof: false }])
})

test('one figure that was read as another leaves the doubt', () => {
  expect(judged(RECEIPT, (index) => index !== 1)).toMatchObject([{ severity: 'low', proof: false }])
})

test('pale figures that no digit explains are evidence once all were read again as the same', () => {
  const pale = { ...RECEIPT, fields: { subtotal: 250, total_tax: 60, total: 982 }, wordConfidence: 0.72 }
  expect(judged(pale, () => true)).toMatchObject([{ severity: 'medium' }])
  expect(judged(pale, (index) => (index === 2 ? undefined : true))).toMatchObject([{ severity: 'low', proof: false }])
})

test('two days that cannot be are evidence where both were read again as the same', () => {
  const late: Case = {
    type: 'PAY_STUB',
    fields: { pay_period_end: '2025-05-25', pay_date: '2025-08-30' },
    origin: 'ocr',
    wordConfidence: 0.9,
  }
  expect(judged(late, () => true, 'PAID_AFTER_PERIOD')).toMatchObject([{ severity: 'medium', proof: true }])
  expect(judged(late, (index) => index === 0, 'PAID_AFTER_PERIOD')).toMatchObject([{ severity: 'low', proof: false }])
})

/** An amount as a camera of so much blur sees it. */
function crop(printed: string, text: string, blur: number) {
  const canvas = createCanvas(40 + 18 * printed.length, 40)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.filter = blur > 0 ? `blur(${blur}px)` : 'none'
  pen.font = `30px ${SANS}`
  pen.fillStyle = '#222'
  pen.fillText(printed, 12, 30)
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height)
  return { text, bitmap: greyOf(data, canvas.width, canvas.height) }
}

test('an amount is read again as it was, a misread one is not, and a smear says nothing', async () => {
  const crops = [crop('1,910.00', '1,910.00', 0.8), crop('310.00', '910.00', 0.8), crop('868.38', '868.38', 9)]
  expect(await readAgain(crops, readerOf(1), 'eng')).toEqual([true, false, false])
  closeOcr()
})

test('groups of one number are read together, and numbers of two columns are not', () => {
  const at = (text: string, x: number, y = 500) => word(text, [x, y, x + 5 * text.length, y + 10], { origin: 'ocr' })
  const [eight, rest, next, under] = [at('8', 100), at('528,00', 109), at('3', 200), at('940,00', 109, 480)]
  const words = [eight, rest, next, under]
  const page = { ...readingOf(RECEIPT, []).pages[0]?.page, words } as Page
  expect(togetherOn(page, words)).toEqual([[eight, rest], [next], [under]])
})
