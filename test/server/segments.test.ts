import { expect, test } from 'vitest'
import { storedPieces } from '../../server/src/market/pieces/piece.ts'
import { Segments, segmentsOf } from '../../server/src/market/pieces/segments.ts'

const WANTED = { tools: true, logprobs: false, embeddings: false, rerank: false }
type Call = { index: number; id?: string; name?: string }
const fragment = (tool_call: Call, text = '') => storedPieces([text], [{ at: 0, tool_call }], WANTED)[0] as string
const begun = (index: number, text = '') => fragment({ index, id: `call_${index}`, name: 'f' }, text)
const plainly = (pieces: string[]) => segmentsOf('job_1', pieces).map(({ kind, text }) => [kind, text])

// Before: the stack overflowed, and with many open calls each piece was taken again for each of them.
test('many pieces wait for open calls, and each of them is taken twice at most', () => {
  const texts = Array.from({ length: 200_000 }, () => 'a')
  expect(plainly([begun(0, '{'), ...texts])).toEqual([
    ['call', '{'],
    ['text', texts.join('')],
  ])
  const open = Array.from({ length: 128 }, (_, index) => begun(index, '{'))
  const from = performance.now()
  expect(plainly([...open, ...texts])).toHaveLength(129)
  expect(performance.now() - from).toBeLessThan(1500)
  const closed = open.map((_, index) => fragment({ index }, '}'))
  expect(plainly([...open, ...texts, ...closed])).toEqual([...open.map(() => ['call', '{}']), ['text', texts.join('')]])
})

test('what waits comes in its order, the fragments of each call together', () => {
  const mixed = [begun(0, '{'), 'a', begun(1, '{'), 'b', fragment({ index: 1 }, '}'), 'c', fragment({ index: 0 }, '}')]
  expect(plainly([...mixed, 'd', fragment({ index: 0 }, 'x')])).toEqual([
    ['call', '{}'],
    ['text', 'a'],
    ['call', '{}'],
    ['text', 'bcd'],
  ])
})

// Before: such a call was told with an empty name.
test('a call begins once its name is known, whichever fragment says it', () => {
  const segments = new Segments('job_1')
  const take = (piece: string) => segments.take(piece).map(({ step }) => step)
  expect(take(fragment({ index: 0, id: 'call_a' }))).toEqual([])
  expect(take(fragment({ index: 0 }, '{"a":1}'))).toEqual([])
  expect(take('Meanwhile.')).toEqual([])
  expect(segments.take(fragment({ index: 0, name: 'f' }, ' '))).toMatchObject([
    { step: 'begins', segment: { id: 'call_a', name: 'f' } },
    { step: 'adds', text: '{"a":1}' },
    { step: 'adds', text: ' ' },
    { step: 'ends', segment: { text: '{"a":1} ' } },
    { step: 'begins', segment: { kind: 'text' } },
    { step: 'adds', text: 'Meanwhile.' },
  ])
  const never = new Segments('job_1')
  never.take(fragment({ index: 0, id: 'call_a' }, '{}'))
  expect(never.end()).toMatchObject([{ step: 'begins' }, { step: 'adds', text: '{}' }, { step: 'ends' }])
})
