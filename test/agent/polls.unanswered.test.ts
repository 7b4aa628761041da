import { expect, test } from 'vitest'
import { Polls } from '../../agent/src/polls.ts'
import { bench } from './agent-under-test.ts'
import { MemoryChannels } from './memory-channel.ts'

/** Well before the lease of a job that nobody names. */
const SOON_MS = 15_000

test('a job whose offer was lost on its way comes back with the next poll', async () => {
  const { market, effects, start } = bench()
  start()
  await effects.until(() => market.paths('/hosts/next-job').length > 0)
  market.deaf = true
  const job = market.submit()
  await effects.until(() => job.state === 'running')
  await effects.pass(1)
  market.deaf = false
  const lost_ms = effects.monotonic()
  await effects.until(() => job.state === 'completed')
  expect(job.attempt).toBe(2)
  expect(effects.monotonic() - lost_ms).toBeLessThan(SOON_MS)
})

test('so does one whose offer a channel took with it when it ended', async () => {
  const { market, effects, start } = bench()
  const channels = new MemoryChannels(market, effects)
  channels.delay_ms = 50
  effects.connect = channels.connect
  start()
  await effects.until(() => channels.frames.some((frame) => frame.type === 'call' && frame.call === 'next-job'))
  const job = market.submit()
  await effects.until(() => job.state === 'running')
  channels.cut()
  const lost_ms = effects.monotonic()
  await effects.until(() => job.state === 'completed')
  expect(effects.monotonic() - lost_ms).toBeLessThan(SOON_MS)
  expect(market.paths('/hosts/next-job').some(({ body }) => (body.unanswered as number[])?.length > 0)).toBe(true)
})

test('a poll that was answered, with a job or without, is not named', async () => {
  const { market, effects, start } = bench()
  start()
  await effects.pass(70_000)
  const job = market.submit()
  await effects.until(() => job.state === 'completed')
  await effects.pass(1000)
  const polls = market.paths('/hosts/next-job').map(({ body }) => body)
  expect(polls.every(({ unanswered }) => unanswered === undefined)).toBe(true)
  expect(new Set(polls.map(({ poll }) => poll)).size).toBe(polls.length)
})

test('a lost poll is named for as long as it may wait at some server, and the latest where there are many', () => {
  let now = 0
  const polls = new Polls({ monotonic: () => now })
  const lost = Array.from({ length: 70 }, () => polls.begin())
  for (const poll of lost) polls.lost(poll)
  now = 60_000
  expect(polls.begin().unanswered).toEqual(lost.slice(-64).map(({ poll }) => poll))
  now = 90_001
  expect(polls.begin()).toEqual({ poll: 72 })
})
