import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('of a greedy text of 200 pieces each cut goes on to the same text', async () => {
  const whole = await cuts.pieces('chat')
  expect(whole.length).toBeGreaterThanOrEqual(200)
  for (let cut = 1; cut < whole.length; cut++) {
    const prefix = whole.slice(0, cut).join('')
    expect(prefix + (await cuts.pieces('chat', prefix)).join(''), `cut after ${cut}`).toBe(cuts.text)
  }
}, 600_000)
