import { expect, test } from 'vitest'
import { MemoryWarmChains } from '../../server/src/live/memory-warm-chains.ts'
import { WARM_MS } from '../../server/src/live/warm-chains.ts'
import { ManualClock } from '../server/manual-clock.ts'
import { onEveryPlace } from './live-places.ts'

await onEveryPlace((open) => {
  test('the hosts of the longest beginning that any has read are found, at any server', async () => {
    const { one, other } = await open()
    one.chains.note(['a', 'ab'], 'host_1')
    one.chains.note(['a'], 'host_2')
    await expect.poll(async () => [...(await other.chains.hostsOf(['abc', 'ab', 'a']))]).toEqual(['host_1'])
    expect([...(await other.chains.hostsOf(['ax', 'a']))].sort()).toEqual(['host_1', 'host_2'])
    expect(await other.chains.hostsOf(['x'])).toEqual([])
    expect(await other.chains.hostsOf([])).toEqual([])
  })
})

test('after ten minutes an engine is held to have forgotten', () => {
  const clock = new ManualClock()
  const chains = new MemoryWarmChains(clock)
  chains.note(['a'], 'host_1')
  clock.advance(WARM_MS - 1)
  expect(chains.hostsOf(['a'])).toEqual(['host_1'])
  clock.advance(1)
  expect(chains.hostsOf(['a'])).toEqual([])
})
