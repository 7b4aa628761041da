import { expect, test } from 'vitest'
import { FollowedStreams } from '../../server/src/live/redis/followed-streams.ts'
import { type Fields, SharedStream } from '../../server/src/live/redis/shared-stream.ts'

const TOPIC = 'job/1'
const HEAD = JSON.stringify({ job_id: '1', attempt: 2, host_id: 'host_1', model: 'm', deadlines: {} })

/** A copy as Redis answers it, with these pieces. */
function copyOf(...pieces: string[]): SharedStream {
  const fields: Fields = [HEAD, '0', '0', '0', '0', String(pieces.length), '0', '1', '']
  const stream = new SharedStream(fields, new Map())
  stream.pieces.push(...pieces)
  return stream
}

function following(...pieces: string[]) {
  const followed = new FollowedStreams()
  followed.listened(TOPIC)
  const copy = followed.begin('1').done(copyOf(...pieces))
  if (!copy) throw new Error('what was read is not followed')
  return { followed, copy }
}

test('pieces are taken as they come, each once, whatever of them is there already', () => {
  const { followed, copy } = following('a')
  followed.arrived(TOPIC, '+2 1 ["b","line\\n"]')
  followed.arrived(TOPIC, '+2 0 ["a","b"]')
  followed.arrived(TOPIC, '+2 2 ["line\\n","d"]')
  expect(copy.pieces).toEqual(['a', 'b', 'line\n', 'd'])
  expect(followed.fresh('1')).toBe(copy)
})

test.each([
  ['a gap', '+2 2 ["c"]'],
  ['another attempt', '+3 1 ["b"]'],
])('after %s it is read anew', (_, text) => {
  const { followed, copy } = following('a')
  followed.arrived(TOPIC, text)
  expect(copy.pieces).toEqual(['a'])
  expect(followed.fresh('1')).toBeUndefined()
})

test('a change that says no more, and a break, end what is known', () => {
  const { followed } = following('a')
  followed.changed(TOPIC)
  expect(followed.fresh('1')).toBeUndefined()
  followed.begin('1').done(copyOf('a'))
  expect(followed.fresh('1')).toBeDefined()
  followed.lost()
  expect(followed.fresh('1')).toBeUndefined()
})

test('what came while it was read, and may be missing in it, is read once more', () => {
  const followed = new FollowedStreams()
  followed.listened(TOPIC)
  const reading = followed.begin('1')
  followed.arrived(TOPIC, '+2 0 ["a"]')
  reading.done(copyOf())
  expect(followed.fresh('1')).toBeUndefined()
  followed.begin('1').done(copyOf('a'))
  expect(followed.fresh('1')?.pieces).toEqual(['a'])
})

test('of a job to which nobody listens nothing is kept', () => {
  const followed = new FollowedStreams()
  const stream = copyOf('a')
  expect(followed.begin('1').done(stream)).toBe(stream)
  expect(followed.fresh('1')).toBeUndefined()
  followed.listened(TOPIC)
  followed.begin('1').done(stream)
  followed.left(TOPIC)
  expect(followed.fresh('1')).toBeUndefined()
})
