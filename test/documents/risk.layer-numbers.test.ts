import { expect, test } from 'vitest'
import type { Box } from '../../server/src/documents/model/box.ts'
import type { Word } from '../../server/src/documents/model/page.ts'
import { findLayerNumbers } from '../../server/src/documents/risk/layer-numbers.ts'
import { word } from './risk-case.ts'

const place = (at: number): Box => [60, 100 + 20 * at, 140, 110 + 20 * at]
const said = (text: string, at = 0) => word(text, place(at), { visibility: 'invisible' })
const seen = (text: string, at = 0, more: Partial<Word> = {}) =>
  word(text, place(at), { origin: 'ocr', confidence: 0.96, ...more })

const flagsOf = (...words: Word[]) => findLayerNumbers({ pages: [{ page: { number: 1, words } }] } as never)

test('a layer says another account than its picture: in doubt at first, and proof once it was read again', () => {
  const shown = seen('4417-302')
  const [doubt] = flagsOf(said('4428-302'), shown)
  expect(doubt).toMatchObject({ code: 'TEXT_LAYER_DISAGREES', severity: 'low', proof: false, doubted: [shown] })
  const again = flagsOf(said('4428-302'), seen('4417-302', 0, { reread: true }))
  expect(again).toMatchObject([{ severity: 'medium', proof: true, evidence: [{ page: 1, bbox: place(0) }] }])
})

test('the last group of a number set in groups', () => {
  const [first, last]: Box[] = [
    [60, 100, 90, 110],
    [93, 100, 110, 110],
  ]
  const hidden = (text: string, box: Box) => word(text, box, { visibility: 'invisible' })
  const shown = word('218', last as Box, { origin: 'ocr', confidence: 0.96 })
  expect(flagsOf(hidden('7302', first as Box), hidden('244', last as Box), shown)).toHaveLength(1)
  // A number by itself that is so short may be anything.
  expect(flagsOf(hidden('244', last as Box), shown)).toEqual([])
})

test.each<[string, Word[]]>([
  ['one digit that another program may have misread', [said('44173029'), seen('44178029')]],
  ['a reading that is not sure', [said('44283029'), seen('44173029', 0, { confidence: 0.7 })]],
  ['a reading that lost a digit', [said('44283029'), seen('4417302')]],
  ['words that only touch', [said('44283029'), word('44173029', [120, 100, 200, 110], { origin: 'ocr' })]],
  ['amounts, which have a rule of their own', [said('4,428.30'), seen('4,417.30')]],
  [
    'a layer that lies a line beside its picture',
    [0, 1, 2, 3, 4, 5].flatMap((at) => [
      said(`${at}${at}${at}${at}7`, at),
      seen(`${at + 1}${at + 1}${at + 1}${at + 1}7`, at),
    ]),
  ],
])('innocent: %s', (_, words) => {
  expect(flagsOf(...words)).toEqual([])
})
