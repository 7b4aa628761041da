import { expect, test } from 'vitest'
import { SharedEvents } from '../../server/src/market/streams/shared-events.ts'

const cursorAt = (next: number) => ({ next, writer: undefined as number | undefined })

test('who is at the same place is sent the same bytes, and moves as the first did', () => {
  const shared = new SharedEvents()
  const pieces = ['a', 'ü']
  expect(shared.take(pieces, cursorAt(1))).toBeUndefined()
  shared.keep(pieces, { from: 1, next: 2, writer: 3, text: 'data: ü\n\n' })
  const [one, other] = [cursorAt(1), cursorAt(1)]
  const bytes = shared.take(pieces, one)
  expect(String(bytes)).toBe('data: ü\n\n')
  expect(shared.take(pieces, other)).toBe(bytes)
  expect([one, other]).toEqual([
    { next: 2, writer: 3 },
    { next: 2, writer: 3 },
  ])
})

test('another place, another stream and further pieces are another matter', () => {
  const shared = new SharedEvents()
  const pieces = ['a', 'b']
  shared.keep(pieces, { from: 1, next: 2, writer: 1, text: 'b' })
  expect(shared.take(pieces, cursorAt(0))).toBeUndefined()
  expect(shared.take(['a', 'b'], cursorAt(1))).toBeUndefined()
  pieces.push('c')
  expect(shared.take(pieces, cursorAt(1))).toBeUndefined()
})

test('what is long is kept by nobody', () => {
  const shared = new SharedEvents()
  const pieces = ['x'.repeat(20_000)]
  shared.keep(pieces, { from: 0, next: 1, writer: 1, text: pieces[0] as string })
  expect(shared.take(pieces, cursorAt(0))).toBeUndefined()
})
