import { expect, test } from 'vitest'
import { drawJob } from '../../../server/src/market/verification/draw-job.ts'
import { type Customer, fairMix } from '../../../server/src/market/verification/fair-mix.ts'
import type { CustomersJob } from '../../../server/src/market/verification/mix-store.ts'
import { seeded } from './seeded.ts'

const job = (said: Partial<CustomersJob> & { options?: object } = {}): CustomersJob => {
  const { options, ...rest } = said
  const options_json = options ? JSON.stringify(options) : null
  return { model: 'm', max_tokens: 256, temperature: 0.7, prompt_bytes: 80, options_json, ...rest }
}
const customer = (user_id: string, paid: number, jobs: readonly CustomersJob[]): Customer => ({
  user_id,
  paid_nano: BigInt(paid),
  jobs,
})
/** Six that ask alike. */
const USERS = Array.from({ length: 6 }, (_, at) =>
  customer(`u${at}`, 100, [job(), job({ temperature: 0 }), job({ temperature: 1, options: { top_p: 0.9 } })]),
)
const drawn = (mix: readonly CustomersJob[], many = 400) => {
  const chance = seeded(5)
  return Array.from({ length: many }, () => drawJob(mix, { prompts: [], earlier: [] }, chance).submission)
}
const MARK = { temperature: 0.7313, max_tokens: 613 }
const marked = (options: object = { top_p: 0.9873, seed: 77, stop: ['MARK'] }) => job({ ...MARK, options })

test('a check never carries what one customer alone asks, whatever they pay', () => {
  const mix = fairMix([...USERS, customer('attacker', 100_000, [marked()])], null)
  for (const { temperature, max_tokens, top_p, stop, seed } of drawn(mix)) {
    expect(temperature).not.toBe(MARK.temperature)
    expect(max_tokens).not.toBe(MARK.max_tokens)
    expect(top_p).not.toBe(0.9873)
    expect(stop).toBeUndefined()
    expect(seed).not.toBe(77)
  }
  // It is as near to it as people write: who asks for something odd is looked at too.
  expect(mix.find(({ max_tokens }) => max_tokens === 600)).toMatchObject({ temperature: 0.7 })
  expect(JSON.parse(mix.find(({ max_tokens }) => max_tokens === 600)?.options_json ?? '')).toEqual({
    top_p: 1,
    seed: 42,
  })
})

test('what several customers use is copied as it is', () => {
  const odd = job({ temperature: 0.33, max_tokens: 777, options: { top_p: 0.77, seed: 7, stop: ['###'] } })
  const mix = fairMix([...USERS, ...['a', 'b', 'c'].map((id) => customer(id, 100, [odd]))], null)
  const found = drawn(mix).find(({ temperature }) => temperature === 0.33)
  expect(found).toMatchObject({ max_tokens: 777, top_p: 0.77, seed: 7, stop: ['###'] })
})

test('accounts that pay next to nothing neither fill the mix nor make a value common', () => {
  const sybils = Array.from({ length: 30 }, (_, at) => customer(`s${at}`, 1, Array(20).fill(marked())))
  const users = USERS.map((user) => ({ ...user, paid_nano: 1_000_000n }))
  const mix = fairMix([...users, ...sybils], null)
  expect(mix.filter(({ max_tokens }) => max_tokens > 512)).toEqual([])
  expect(mix.some(({ temperature }) => temperature === MARK.temperature)).toBe(false)
})

test('nobody says by more than half how checks look, and each by no more than their part of what is paid', () => {
  const part = (mix: readonly CustomersJob[]) => mix.filter(({ prompt_bytes }) => prompt_bytes === 5000).length / 300
  const big = (paid: number) => customer('big', paid, [job({ prompt_bytes: 5000 })])
  expect(part(fairMix([...USERS, big(10 ** 9)], null))).toBe(0.5)
  expect(part(fairMix([...USERS, big(200)], null))).toBe(0.25)
  expect(part(fairMix([big(5)], null))).toBe(0.5)
  // What is left over is asked as doors fill in what is left out.
  expect(fairMix([big(5)], null).filter(({ prompt_bytes }) => prompt_bytes === 60)).toHaveLength(150)
})

test('a host’s owner says nothing of how it is checked', () => {
  const mix = fairMix([...USERS, customer('owner', 600, [job({ prompt_bytes: 5000 })])], 'owner')
  expect(mix.some(({ prompt_bytes }) => prompt_bytes === 5000)).toBe(false)
  expect(fairMix([customer('owner', 600, [job()])], 'owner')).toEqual([])
})

test('no check asks for an answer that is too short to show anything', () => {
  const short = Array.from({ length: 4 }, (_, at) => customer(`t${at}`, 100, [job({ max_tokens: 5 })]))
  for (const { max_tokens } of drawn(fairMix([...USERS, ...short], null))) expect(max_tokens).toBeGreaterThanOrEqual(16)
  for (const { max_tokens } of drawn(fairMix(short, null))) expect(max_tokens).toBe(128)
})
