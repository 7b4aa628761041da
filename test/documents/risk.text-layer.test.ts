import { expect, test } from 'vitest'
import type { Box } from '../../server/src/documents/model/box.ts'
import type { Word } from '../../server/src/documents/model/page.ts'
import { codesOf, word } from './risk-case.ts'

test('a layer says other thousands before a gap than its picture', () => {
  const picture = { pictures: [{ box: [0, 0, 612, 842] as Box, order: 0 }] }
  const [first, rest]: Box[] = [
    [60, 100, 70, 110],
    [72, 100, 98, 110],
  ]
  const layer = (text: string) => word(text, first as Box, { visibility: 'invisible' })
  const hundreds = word('200,00', rest as Box, { visibility: 'invisible' })
  const seen = (text: string) => word(text, first as Box, { origin: 'ocr', confidence: 0.96 })
  const codes = (...words: Word[]) => codesOf({ type: 'UNKNOWN', words, page: picture })
  expect(codes(layer('88'), hundreds, seen('48'))).toEqual(['TEXT_LAYER_DISAGREES'])
  expect(codes(layer('48'), hundreds, seen('48'))).toEqual([])
  // A reference number, and a reading that lost a digit.
  expect(codes(layer('88'), seen('48'))).toEqual([])
  expect(codes(layer('88'), hundreds, seen('8'))).toEqual([])
})
