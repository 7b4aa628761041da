import { expect, test } from 'vitest'
import { TimeLimit } from '../../server/src/documents/threads/time-limit.ts'
import { ManualClock } from './manual-clock.ts'

/** A limit of a minute that has begun, and whether it is over. */
function limited() {
  const clock = new ManualClock()
  let ends = 0
  const limit = new TimeLimit(
    { clock, secondsToBegin: 60, seconds: 60, msOfPage: 500, secondsOfPage: 10, secondsOfReport: 20 },
    () => void ends++,
  )
  limit.begin()
  const after = (seconds: number) => {
    clock.advance(seconds * 1000)
    return ends
  }
  return { limit, after }
}

test('a document of one page has its minute', () => {
  const { limit, after } = limited()
  limit.read(1)
  expect([after(60), after(1)]).toEqual([0, 1])
})

test('three hundred pages of text have as much more, however often their number is said', () => {
  const { limit, after } = limited()
  for (let page = 0; page < 300; page++) limit.read(300)
  expect([after(209), after(2)]).toEqual([0, 1])
})

test('pages that need recognition have time of their own beside it', () => {
  const { limit, after } = limited()
  limit.read(12)
  limit.recognise(2)
  expect([after(85), after(2)]).toEqual([0, 1])
})
