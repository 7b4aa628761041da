import { expect, test } from 'vitest'
import { createInProcessBus } from '../../server/src/bus/in-process.ts'
import { MemoryStreams } from '../../server/src/live/memory-streams.ts'
import type { LiveStream } from '../../server/src/live/streams.ts'
import type { Market } from '../../server/src/market/deps.ts'
import { jobEvents } from '../../server/src/market/streams/job-events.ts'
import { relay } from '../../server/src/market/streams/relay.ts'
import { ManualClock } from './manual-clock.ts'

const STREAM = {
  job_id: 'job_1',
  model: 'm',
  host_id: 'host_1',
  instance: null,
  max_tokens: 100,
  needs: 0,
  deadlines: { first_ms: 120_000, next_ms: 60_000, end_ms: 240_000 },
  created_at: 0,
}

/** One running job, and readers that take what `room` lets them. */
function running(attempt: number) {
  const clock = new ManualClock()
  const streams = new MemoryStreams(clock)
  const bus = createInProcessBus()
  // A relay of a running attempt asks for nothing else.
  const market = { clock, streams, bus } as unknown as Market
  streams.open({ ...STREAM, attempt })
  const stream = streams.find(STREAM.job_id) as LiveStream
  const push = (...pieces: string[]) => {
    stream.pieces.push(...pieces)
    bus.publish(stream.topic)
  }
  const read = (room: (written: number) => Promise<void> | undefined, last?: { attempt: number; offset: number }) => {
    const events: string[] = []
    const gone = new AbortController()
    const write = (text: string) => {
      events.push(text)
      return room(events.length)
    }
    const end = relay(market, STREAM.job_id, last, { write, gone: gone.signal, format: jobEvents })
    return { events, end, leave: () => gone.abort() }
  }
  return { stream, push, read }
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 1))

test('behind the end of a stream that another attempt took over comes nothing of that attempt', async () => {
  const { stream, push, read } = running(2)
  const full = Promise.withResolvers<void>()
  const { events, end } = read(() => full.promise, { attempt: 1, offset: 0 })
  await turn()
  expect(events).toEqual([jobEvents.end('stream_restarted')])
  push('a', 'b', 'c')
  full.resolve()
  expect(await end).toEqual({ error: 'stream_restarted' })
  expect(events).toHaveLength(1)
  expect(stream.seen).toBe(false)
})

test('a token that comes in the very turn of that end is not sent either', async () => {
  const { stream, push, read } = running(2)
  const { events, end } = read(() => void Promise.resolve().then(() => push('a', 'b')), { attempt: 1, offset: 0 })
  await end
  expect(events).toHaveLength(1)
  expect(stream.seen).toBe(false)
})

test('pieces reach a reader that follows in the turn they come in, each once and in order', async () => {
  const { push, read } = running(1)
  const { events, end, leave } = read(() => undefined)
  await turn()
  push('a')
  expect(events).toEqual([jobEvents.piece('a', { attempt: 1, offset: 0 })])
  push('b', 'c')
  push()
  expect(events.join('')).toContain(jobEvents.piece('c', { attempt: 1, offset: 2 }))
  expect(events).toHaveLength(2)
  leave()
  expect(await end).toBeUndefined()
  push('d')
  expect(events).toHaveLength(2)
})

test('a reader without room is written to again only when it has some, and then gets all that came', async () => {
  const { push, read } = running(1)
  const rooms: PromiseWithResolvers<void>[] = []
  const { events, leave } = read(() => {
    const room = Promise.withResolvers<void>()
    rooms.push(room)
    return room.promise
  })
  await turn()
  push('a')
  push('b')
  push('c')
  await turn()
  expect(events).toEqual([jobEvents.piece('a', { attempt: 1, offset: 0 })])
  rooms[0]?.resolve()
  await turn()
  expect(events).toHaveLength(2)
  expect(events[1]).toContain(jobEvents.piece('c', { attempt: 1, offset: 2 }))
  leave()
})

test('a reader of a job that waits hears of its end though the server that ended it could tell nobody', async () => {
  const clock = new ManualClock()
  const job = { pieces_json: '[]', state: 'queued', attempt: 0, prefix_tokens: 0, error: null, erased: 0 }
  const database = { get: async () => ({ ...job }) }
  const streams = { shared: true, follow: async () => undefined, fresh: () => false }
  const market = { clock, streams, database, bus: createInProcessBus() } as unknown as Market
  const [events, gone] = [[] as string[], new AbortController()]
  const write = (text: string) => void events.push(text)
  const end = relay(market, STREAM.job_id, undefined, { write, gone: gone.signal, format: jobEvents } as never)
  await turn()
  Object.assign(job, { state: 'failed', error: 'cancelled' })
  clock.advance(10_000)
  expect(await end).toEqual({ error: 'cancelled' })
  expect(events.join('')).toContain('cancelled')
})
