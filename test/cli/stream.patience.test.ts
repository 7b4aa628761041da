import { type Job, job } from '@mkt/schemas'
import { type Client, UnreachableError } from '@mkt/schemas/client'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { follow } from '../../cli/src/follow.ts'
import { tellWaiting } from '../../cli/src/tell-waiting.ts'
import { JOB_ID, running } from './samples.ts'

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

async function read(client: Client, reached: boolean, signal = new AbortController().signal): Promise<void> {
  for await (const _step of follow({ client, jobId: JOB_ID, from: undefined, reached, signal }));
}

test('a server that stays away is asked for half a minute, less and less often, and then given up', async () => {
  const { events, client } = brokenClient()
  const reading = expect(read(client, true)).rejects.toThrow('connection refused')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(events.mock.calls.length).toBe(11)
  await vi.advanceTimersByTimeAsync(10_000)
  await reading
  expect(events.mock.calls.length).toBe(13)
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
  onTestFinished(() => void Reflect.deleteProperty(process.stderr, 'isTTY'))
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const queued = { ...running, status: 'queued', queue_position: 2, host_id: null }
  const states: Job[] = [queued, queued, running, running].map((state) => job.parse(state))
  const call = vi.fn(async () => states.shift())
  const waiting = tellWaiting({ call } as unknown as Client, JOB_ID)
  await vi.advanceTimersByTimeAsync(4000)
  expect(write.mock.calls).toEqual([])
  await vi.advanceTimersByTimeAsync(16_000)
  waiting.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  const said = write.mock.calls.map(([text]) => String(text).replaceAll(/[^ -~]|\[\d+m/g, ''))
  expect(said).toEqual(['waiting for a host, place 2 in the queue', 'running on host_1'])
  expect(call).toHaveBeenCalledTimes(4)
})
