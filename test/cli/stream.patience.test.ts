import { stripVTControlCharacters } from 'node:util'
import { type Job, job } from '@mkt/schemas'
import { type Client, UnreachableError } from '@mkt/schemas/client'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { follow } from '../../cli/src/follow.ts'
import { tellWaiting } from '../../cli/src/tell-waiting.ts'
import { AT, JOB_ID, running } from './samples.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A client whose stream breaks at once, each time. */
function brokenClient() {
  const events = vi.fn(async function* () {
    yield* []
    throw new UnreachableError('http://market', new Error('connection refused'))
  })
  return { events, client: { events } as unknown as Client }
}

const options = { jobId: JOB_ID, from: undefined, monotonic: () => performance.now(), random: () => 0.5 }

async function read(client: Client, reached: boolean, signal = new AbortController().signal): Promise<void> {
  for await (const _step of follow({ client, ...options, reached, signal }));
}

test('a server that stays away is asked for half a minute, less and less often, and then given up', async () => {
  const { events, client } = brokenClient()
  const reading = expect(read(client, true)).rejects.toThrow('connection refused')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(events.mock.calls.length).toBe(17)
  await vi.advanceTimersByTimeAsync(10_000)
  await reading
  expect(events.mock.calls.length).toBe(19)
})

test('a server that never answered is not asked again', async () => {
  const { events, client } = brokenClient()
  await expect(read(client, false)).rejects.toThrow('connection refused')
  expect(events.mock.calls.length).toBe(1)
})

test('Ctrl-C between two tries ends at once', async () => {
  const { client } = brokenClient()
  const controller = new AbortController()
  const reading = expect(read(client, true, controller.signal)).rejects.toThrow('pressed')
  await vi.advanceTimersByTimeAsync(1000)
  controller.abort(new Error('pressed'))
  await reading
})

test('a person is told each change of what the job waits for, once, and nothing after its first token', async () => {
  Object.defineProperty(process.stderr, 'isTTY', { value: true, configurable: true })
  Object.defineProperty(process.stderr, 'columns', { value: 120, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(process.stderr, 'isTTY'))
  onTestFinished(() => void Reflect.deleteProperty(process.stderr, 'columns'))
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const queued = { ...running, status: 'queued', host_id: null, queue_position: 2, waiting_for: 'its turn: 2 jobs' }
  const priced = { ...queued, waiting_for: 'a price of at most 1', waiting_until: '2026-11-20T12:10:00.000Z' }
  const older = { ...queued, waiting_for: null, queue_position: 0 }
  const states: Job[] = [queued, queued, priced, priced, older, running].map((state) => job.parse(state))
  const call = vi.fn(async () => states.shift())
  const waiting = tellWaiting({ call } as unknown as Client, JOB_ID, () => Date.parse(AT))
  await vi.advanceTimersByTimeAsync(900)
  expect(write.mock.calls).toEqual([])
  await vi.advanceTimersByTimeAsync(26_000)
  waiting.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  const said = write.mock.calls.map(([text]) => String(text).replaceAll(/[^ -~]|\[\d+m/g, ''))
  expect(said).toEqual([
    'waiting for its turn: 2 jobs',
    'waiting for a price of at most 1; it expires at 2026-11-20 12:10 UTC, in 10 minutes',
    'waiting for a host',
    'running on host_1',
  ])
  expect(call).toHaveBeenCalledTimes(6)
})

test('the log of a script is told of each wait too, and that a job runs only after a wait', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const queued = { ...running, status: 'queued', host_id: null, queue_position: 0, waiting_for: 'a price of at most 1' }
  const heard = async (states: readonly object[]) => {
    write.mockClear()
    const rest = states.map((state) => job.parse(state))
    const call = async () => rest.shift()
    const waiting = tellWaiting({ call } as unknown as Client, JOB_ID, () => Date.parse(AT))
    await vi.advanceTimersByTimeAsync(60_000)
    waiting.stop()
    return write.mock.calls.map(([text]) => stripVTControlCharacters(String(text)))
  }
  expect(await heard([running])).toEqual([])
  expect(await heard([queued, queued, running])).toEqual(['waiting for a price of at most 1\n', 'running on host_1\n'])
})
