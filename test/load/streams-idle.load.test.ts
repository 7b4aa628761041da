import { expect, test } from 'vitest'
import { runManyStreams } from './many-streams.ts'

const STREAMS = 500
/** Seen: 40 KB. Gross enough that only a leak or a buffer per reader goes over it. */
const MB_PER_STREAM = 0.15

test(`${STREAMS} idle streams cost little, all hear the next token and the end, and nothing of them stays`, async () => {
  const seen = await runManyStreams(STREAMS)
  console.log(JSON.stringify(seen))
  expect(seen.complaints).toEqual([])
  expect(seen.open_mb - seen.idle_mb).toBeLessThan(STREAMS * MB_PER_STREAM)
  expect(seen.left_open).toBeLessThan(10)
})
