import { afterAll, beforeAll, expect, test } from 'vitest'
import { realEffects } from '../../agent/src/effects.ts'
import { continuesPrefix } from '../../agent/src/engines/prefix-probe.ts'
import { cleanUp } from '../e2e/bins.ts'
import { openPrefixCuts } from '../engine/prefix-cuts.ts'

let cuts: Awaited<ReturnType<typeof openPrefixCuts>>
beforeAll(async () => {
  cuts = await openPrefixCuts()
})
afterAll(async () => {
  await cuts?.stop()
  await cleanUp()
})

test.each(['chat', 'completion'] as const)('%s: a text goes on from any of its pieces, to the byte', async (mode) => {
  const whole = await cuts.pieces(mode)
  expect(whole.join('')).toBe(cuts.text)
  for (const cut of [1, 2, 3, 50, 199, whole.length - 1]) {
    const prefix = whole.slice(0, cut).join('')
    expect(prefix + (await cuts.pieces(mode, prefix)).join(''), `cut after ${cut}`).toBe(cuts.text)
  }
})

test('which the probe of an agent sees', async () => {
  const { signal } = new AbortController()
  const backend = cuts.backendOf('chat')
  expect(await continuesPrefix({ backend, model: 'tiny', effects: realEffects(), limit_ms: 30_000, signal })).toBe(true)
})
