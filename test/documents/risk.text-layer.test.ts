import { expect, test } from 'vitest'
import type { Box } from '../../server/src/documents/model/box.ts'
import type { Word } from '../../server/src/documents/model/page.ts'
import { codesOf, flagsOf, word } from './risk-case.ts'

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

test('a first digit that recognition doubts is evidence once it was read again', () => {
  const picture = { pictures: [{ box: [0, 0, 612, 842] as Box, order: 0 }] }
  const said = word('1', [60, 100, 66, 110], { visibility: 'invisible' })
  const hundreds = word('900,11', [68, 100, 98, 110], { visibility: 'invisible' })
  const found = (more: Partial<Word>) => {
    const seen = word('2', [60, 100, 66, 110], { origin: 'ocr', confidence: 0.78, ...more })
    return flagsOf({ type: 'UNKNOWN', words: [said, hundreds, seen], page: picture })
      .filter(({ code }) => code === 'TEXT_LAYER_DISAGREES')
      .map(({ severity, doubted = [] }) => [severity, ...doubted.map(({ text }) => text)].join(' '))
  }
  expect(found({})).toEqual(['low 2'])
  expect(found({ reread: true })).toEqual(['medium'])
})

test('many amounts that recognition doubts are no silence: they are read again, and most must be the same', () => {
  const picture = { pictures: [{ box: [0, 0, 612, 842] as Box, order: 0 }] }
  const told = (again: number) => {
    const words = Array.from({ length: 6 }, (_, at): Word[] => {
      const box: Box = [60, 100 + 20 * at, 110, 110 + 20 * at]
      const reread = again > 0 ? { reread: at < again } : {}
      return [
        word(`9${at}0.15`, box, { visibility: 'invisible' }),
        word(`2${at}0.15`, box, { origin: 'ocr', confidence: 0.8, ...reread }),
      ]
    })
    return flagsOf({ type: 'UNKNOWN', words: words.flat(), page: picture })
      .filter(({ code }) => code === 'TEXT_LAYER_DISAGREES')
      .map(({ severity, doubted = [] }) => `${severity} ${doubted.length}`)
  }
  expect(told(0)).toEqual(['low 6'])
  expect(told(3)).toEqual(['low 6'])
  expect(told(4)).toEqual(['medium 0'])
})
