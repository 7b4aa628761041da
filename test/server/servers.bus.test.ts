import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { redisBus } from '../../server/src/live/redis/redis-bus.ts'
import type { SharedRedis } from '../../server/src/live/redis/shared-redis.ts'
import { ManualClock } from './manual-clock.ts'

/** The connection that listens: it says when it has taken something in. */
class Listener extends EventEmitter {
  status = 'ready'
  readonly asked: string[][] = []
  #taken: PromiseWithResolvers<void>[] = []

  subscribe(...channels: string[]): Promise<void> {
    this.asked.push(channels)
    const taken = Promise.withResolvers<void>()
    this.#taken.push(taken)
    return taken.promise
  }

  async unsubscribe(): Promise<void> {
    this.asked.push([])
  }

  async takeIn(): Promise<void> {
    for (const { resolve } of this.#taken.splice(0)) resolve()
    await new Promise(setImmediate)
  }

  async timeOut(): Promise<void> {
    for (const { reject } of this.#taken.splice(0)) reject(new Error('Command timed out'))
    await new Promise(setImmediate)
  }
}

function opened() {
  const [clock, listener, published] = [new ManualClock(), new Listener(), [] as string[][]]
  const commands = { publish: async (...said: string[]) => void published.push(said) }
  const bus = redisBus({ commands, listener, space: 'mkt:1:' } as unknown as SharedRedis, clock)
  const heard: string[] = []
  const hear = (topic: string, how?: { missed?: boolean }) => bus.subscribe(topic, () => void heard.push(topic), how)
  return { bus, clock, listener, published, heard, hear }
}

test('whoever begins to listen looks once when that was taken in, since what came before reached nobody', async () => {
  const { listener, heard, hear } = opened()
  hear('job/1')
  hear('job/2', { missed: false })
  expect(listener.asked).toEqual([['mkt:1:bus:job/1'], ['mkt:1:bus:job/2']])
  expect(heard).toEqual([])
  await listener.takeIn()
  expect(heard).toEqual(['job/1'])
})

test('when Redis is back all listen again, and look', async () => {
  const { listener, heard, hear } = opened()
  listener.status = 'close'
  hear('job/1')
  hear('job/2')
  expect(listener.asked).toEqual([])
  listener.status = 'ready'
  listener.emit('ready')
  await listener.takeIn()
  expect(listener.asked).toEqual([['mkt:1:bus:job/1', 'mkt:1:bus:job/2']])
  expect(heard).toEqual(['job/1', 'job/2'])
})

test('a hint of its own is heard in its turn, and not again when it comes around', async () => {
  const { bus, listener, published, heard, hear } = opened()
  hear('job/1', { missed: false })
  bus.publish('job/1')
  expect(heard).toEqual(['job/1'])
  const [channel, from] = published[0] ?? []
  listener.emit('message', channel, from)
  expect(heard).toEqual(['job/1'])
  listener.emit('message', channel, 'another server')
  expect(heard).toEqual(['job/1', 'job/1'])
})

test('a topic without listeners is left after a while, unless somebody came back', async () => {
  const { clock, listener, hear } = opened()
  hear('job/1')()
  clock.advance(29_999)
  const leave = hear('job/1')
  clock.advance(60_000)
  expect(listener.asked).toHaveLength(1)
  leave()
  clock.advance(30_000)
  expect(listener.asked).toEqual([['mkt:1:bus:job/1'], []])
})

test('a listener that leaves twice is one that left: another one of its topic still listens', async () => {
  const { clock, listener, heard, hear } = opened()
  const leave = hear('job/1')
  hear('job/1')
  leave()
  leave()
  clock.advance(60_000)
  expect(listener.asked).toEqual([['mkt:1:bus:job/1']])
  listener.emit('ready')
  await listener.takeIn()
  expect(heard).toEqual(['job/1', 'job/1'])
})

test('what Redis did not take in at once it is told again, for those who still listen', async () => {
  const { clock, listener, heard, hear } = opened()
  hear('job/1')
  const leave = hear('job/2')
  leave()
  await listener.timeOut()
  expect(heard).toEqual([])
  clock.advance(1000)
  expect(listener.asked.slice(2)).toEqual([['mkt:1:bus:job/1'], ['mkt:1:bus:job/2']])
  clock.advance(30_000)
  await listener.timeOut()
  clock.advance(1000)
  expect(listener.asked.slice(5)).toEqual([['mkt:1:bus:job/1']])
  await listener.takeIn()
  expect(heard).toEqual(['job/1'])
})
