import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Clock, systemClock } from '../../../server/src/base/clock.ts'
import type { Orders } from '../../../server/src/documents/analyst.ts'
import { until } from '../contract/until.ts'
import { type DocumentEvent, events, post, startDocuments } from '../documents-service.ts'
import { inProcessAnalyst } from '../in-process-analyst.ts'
import { madePdf } from '../made-pdf.ts'

const FASTER = 25
const hurried: Clock = {
  now: systemClock.now,
  monotonic: () => systemClock.monotonic() * FASTER,
  timer: (ms, wake) => systemClock.timer(ms / FASTER, wake),
}

/** Of each that is a bomb the first reading has no end. */
function neverEnds({ signal }: Orders): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
}

// Before: files of one key that each took a reader for over a minute held up everybody's for as long.
test('a document is read while another key has slow ones in all readers, and who made way is read too', async () => {
  const held: Orders[] = []
  const place = await startDocuments({
    clock: hurried,
    threads: 2,
    analystOf: (readers) => {
      const analyst = inProcessAnalyst({ ...readers, clock: systemClock }, 2)
      const run = async (orders: Orders) => {
        if (held.length >= 2) return await analyst.run(orders)
        held.push(orders)
        return await neverEnds(orders)
      }
      return { ...analyst, run }
    },
  })
  const [{ authorization: as }, other] = [await place.user('slow'), await place.user('other')]
  const file = await madePdf()
  const leaving = new AbortController()
  const first = post(place.url, file, { as, signal: leaving.signal }).catch(() => undefined)
  await until(() => held.length === 1)
  const second = post(place.url, file, { as, headers: { accept: 'text/event-stream' } })
  await until(() => held.length === 2)
  await pause(20)
  expect((await post(place.url, file, { as: other.authorization })).status).toBe(200)
  const told: DocumentEvent[] = []
  for await (const event of events(await second)) told.push(event)
  const stages = told.flatMap(({ event, data }) => (event === 'progress' ? [data.stage] : []))
  expect(stages.filter((stage) => stage === 'queued')).toHaveLength(2)
  expect(told.at(-1)?.event).toBe('result')
  leaving.abort()
  await first
  await place.stop()
})
