import { type Client, type StreamEvent, UnreachableError } from '@mkt/schemas/client'
import { expect, test } from 'vitest'
import { type Followed, follow } from '../../cli/src/follow.ts'

const piece = (id: string, token: string): StreamEvent => ({ id, event: undefined, data: JSON.stringify({ token }) })
const done: StreamEvent = { id: undefined, event: undefined, data: '[DONE]' }

/** Follows a job over connections that bring these events and break, but for the last. */
async function followed(connections: StreamEvent[][]): Promise<Followed[]> {
  async function* events() {
    const brought = connections.shift() ?? []
    yield* brought
    if (connections.length > 0) throw new UnreachableError('http://market.invalid', new Error('reset'))
  }
  const client = { events } as unknown as Client
  const { signal } = new AbortController()
  return await Array.fromAsync(
    follow({ client, jobId: 'job_1', from: undefined, reached: true, signal, monotonic: () => 0, random: () => 1 }),
  )
}

test('the text of a later attempt is announced, and nothing of the earlier one comes after it', async () => {
  const steps = await followed([
    [piece('1.0', 'a'), piece('1.1', 'b')],
    [piece('2.0', 'x'), piece('1.1', 'b'), done],
  ])
  expect(steps.map((step) => (step.kind === 'token' ? step.text : step.kind))).toEqual(['a', 'b', 'restarted', 'x'])
})

test('a text that another host goes on with is not begun anew, also where empty pieces are left out', async () => {
  const steps = await followed([
    [piece('1.0', 'a'), piece('1.1', 'b'), piece('2.2', 'c'), piece('2.3', 'd')],
    [piece('2.3', 'd'), piece('3.6', 'e'), done],
  ])
  expect(steps.map((step) => (step.kind === 'token' ? step.text : step.kind))).toEqual(['a', 'b', 'c', 'd', 'e'])
})
