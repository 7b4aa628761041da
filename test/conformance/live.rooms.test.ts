import { expect, test } from 'vitest'
import { onEveryPlace, type Place } from './live-places.ts'

await onEveryPlace((open) => {
  hints(open)
  limits(open)
})

type Open = () => Promise<Place>

function hints(open: Open): void {
  test('a hint reaches the listeners of its topic wherever they are, and nobody once they have left', async () => {
    const { one, other } = await open()
    const heard = { near: 0, far: 0, elsewhere: 0 }
    const ends = [
      one.bus.subscribe('job/1', () => void heard.near++),
      other.bus.subscribe('job/1', () => void heard.far++),
      other.bus.subscribe('job/2', () => void heard.elsewhere++),
    ]
    // A hint may come without a change: once, when the listener can be reached.
    await expect
      .poll(() => {
        one.bus.publish('job/1')
        return heard.far
      })
      .toBeGreaterThan(1)
    expect(heard.elsewhere).toBeLessThanOrEqual(1)
    const before = heard.near
    one.bus.publish('job/1')
    expect(heard.near).toBe(before + 1)
    for (const end of ends) end()
    const then = heard.far
    one.bus.publish('job/1')
    await other.streams.all()
    expect(heard.far).toBe(then)
  })

  test('a sign at one server is a sign at all; an unknown host counts from the start', async () => {
    const { one, other, advance } = await open()
    await advance(100_000)
    expect(await other.liveness.silentMs('host_1')).toBeGreaterThanOrEqual(100_000)
    one.liveness.sign('host_1')
    await expect.poll(async () => await other.liveness.silentMs('host_1')).toBeLessThan(10_000)
    await advance(50_000)
    const silent = await one.liveness.silentMs('host_1')
    expect(silent).toBeGreaterThanOrEqual(50_000)
    expect(silent).toBeLessThan(60_000)
    other.liveness.forget('host_1')
    await expect.poll(async () => await one.liveness.silentMs('host_1')).toBeGreaterThanOrEqual(150_000)
  })
}

function limits(open: Open): void {
  test('a limit counts what comes at any server, by key and name', async () => {
    const { one, other } = await open()
    const bound = { points: 2, seconds: 60 }
    const [near, far] = [one.rates.window('signups', bound), other.rates.window('signups', bound)]
    expect(await near.get('a')).toBeUndefined()
    expect(await near.consume('a')).toBeUndefined()
    expect(await far.consume('a')).toBeUndefined()
    const over = await near.consume('a')
    expect(over?.ms_left).toBeGreaterThan(50_000)
    expect((await far.get('a'))?.points).toBe(3)
    expect(await far.consume('b')).toBeUndefined()
    expect(await other.rates.window('mails', bound).consume('a')).toBeUndefined()
    await far.reward('a')
    await far.reward('a')
    expect(await near.consume('a')).toBeUndefined()
  })

  test('a bucket is one bucket, and is empty for both', async () => {
    const { one, other } = await open()
    const pace = { perSecond: 0.01, burst: 3 }
    const [near, far] = [one.rates.buckets('submissions', pace), other.rates.buckets('submissions', pace)]
    expect([await near.take('a'), await far.take('a'), await near.take('a')]).toEqual([undefined, undefined, undefined])
    const wait = (await far.take('a')) ?? 0
    expect(wait).toBeGreaterThan(90)
    expect(wait).toBeLessThanOrEqual(100)
    expect(await far.take('b')).toBeUndefined()
    expect(await other.rates.buckets('mails', pace).take('a')).toBeUndefined()
  })
}
