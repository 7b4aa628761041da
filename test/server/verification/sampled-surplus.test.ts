import { expect, test } from 'vitest'
import { judgeCheck } from '../../../server/src/market/verification/judge-check.ts'
import { lackOf } from '../../../server/src/market/verification/sampled-surplus.ts'
import type { ScoredToken } from '../../../server/src/market/verification/scored-text.ts'
import { type Chance, drawn, seeded } from './seeded.ts'

const VOCABULARY = 150
const SHOWN = 19

/** A model's likelihoods at a place: some places are nearly certain, at others much may come. */
function place(chance: Chance, heat = 1): number[] {
  const steep = 0.5 + 4 * chance()
  const scores = Array.from({ length: VOCABULARY }, () => (steep * Math.sqrt(-2 * Math.log(1 - chance()))) / heat)
  const total = scores.reduce((sum, score) => sum + Math.exp(score), 0)
  return scores.map((score) => score - Math.log(total))
}

const heated = (logprobs: readonly number[], temperature: number) => {
  const weights = logprobs.map((logprob) => Math.exp(logprob / temperature))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / total)
}

/** A text under the model, whose tokens somebody chose by `chosen` at each place. */
function text(tokens: number, chance: Chance, chosen: (model: readonly number[]) => number): ScoredToken[] {
  return Array.from({ length: tokens }, () => {
    const model = place(chance)
    const top = [...model].sort((a, b) => b - a).slice(0, SHOWN)
    return { logprob: model[chosen(model)] as number, best: top[0], top }
  })
}

const lacks = (temperature: number, chosen: (chance: Chance) => (model: readonly number[]) => number) => {
  const chance = seeded(7)
  return Array.from({ length: 150 }, () => lackOf(text(60, chance, chosen(chance)), temperature) as number)
}
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const over = (values: readonly number[], bound: number) => values.filter((value) => value >= bound).length

test.each([1, 0.7, 0.3])('at temperature %d honest texts lack nothing in the mean, and seldom much', (temperature) => {
  const honest = lacks(temperature, (chance) => (model) => drawn(heated(model, temperature), chance))
  // Below one the likelihoods that are not shown are taken for more than they are, in the host's favour.
  expect(mean(honest)).toBeLessThan(0.2)
  expect(mean(honest)).toBeGreaterThan(temperature === 1 ? -0.2 : -3)
  expect(over(honest, 2)).toBeLessThan(0.05 * honest.length)
  expect(over(honest, 4)).toBe(0)
})

test.each([1, 0.7])('at temperature %d what another model chose lacks much', (temperature) => {
  const other = lacks(temperature, (chance) => () => drawn(heated(place(chance), temperature), chance))
  expect(over(other, 4)).toBe(other.length)
})

test('one strange token is no sign, and what is not shown says nothing', () => {
  const certain: ScoredToken[] = Array.from({ length: 50 }, () => ({
    ...{ logprob: -0.001, best: -0.001 },
    top: [-0.001, -8, -9, -10, -11, -12],
  }))
  expect(lackOf([...certain, { ...(certain[0] as ScoredToken), logprob: -4000 }], 1)).toBeLessThan(7)
  expect(Math.abs(lackOf(certain, 1) as number)).toBeLessThan(0.3)
  expect(lackOf(certain, 1.3)).toBeUndefined()
  expect(lackOf(certain, 0)).toBeUndefined()
  expect(lackOf([...certain, { logprob: -1, best: -0.1 }], 1)).toBeUndefined()
  expect(lackOf([...certain, { logprob: -1, best: -0.1, top: [-0.1, -2.4] }], 1)).toBeUndefined()
})

test('an unlikely token that an engine shows beside the likeliest counts as if it were not shown', () => {
  const chance = seeded(5)
  const plain = text(60, chance, (model) => drawn(heated(model, 1), chance))
  const shown = plain.map((token) => {
    const { top = [], logprob } = token
    return logprob < (top.at(-1) ?? 0) ? { ...token, top: [...top, logprob] } : token
  })
  expect(shown).not.toEqual(plain)
  expect(lackOf(shown, 1)).toBe(lackOf(plain, 1))
})

test('a sampled check is judged by it where it can be, and by the gap else', () => {
  const chance = seeded(3)
  const scored = text(100, chance, (model) => drawn(heated(model, 1), chance))
  const said = { text: 'It rises in the hills.', tokens: 100, stopped: false }
  const kinds = (more: object) =>
    judgeCheck({
      ...{ suspect: said, reference: said, greedy: false, temperature: 1 },
      ...{ scored: { suspect: scored, reference: scored }, ...more },
    }).map(({ kind }) => kind)
  expect(kinds({})).toEqual(['sampled_lack', 'plausibility'])
  expect(kinds({ temperature: undefined })).toEqual(['sampled_gap', 'plausibility'])
  const blind = scored.map(({ logprob, best }) => ({ logprob, best }))
  expect(kinds({ scored: { suspect: blind, reference: blind } })).toEqual(['sampled_gap', 'plausibility'])
})
