import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agreementOf } from '../../../server/src/market/verification/agreement.ts'
import { type Check, judgeCheck } from '../../../server/src/market/verification/judge-check.ts'
import { odditiesAlone, odditiesOf, oddnessOf } from '../../../server/src/market/verification/plausibility.ts'
import { excessOf, type ScoredToken, scoreOf } from '../../../server/src/market/verification/scored-text.ts'

const RIVER =
  'The river rises in the hills north of the town and turns east where the old mill stood, then it ' +
  'widens slowly until it meets the sea between two low banks of sand that the tide covers twice a day.'
const BREAD =
  'Mix the flour with water and leave it for an hour; add salt, fold it four times, let it rise ' +
  'overnight in a cold place, and bake it hot on a stone with some steam for the first ten minutes only.'
const GERMAN =
  'Der Fluss entspringt in den Hügeln nördlich der Stadt und wendet sich dort nach Osten, wo einst ' +
  'die alte Mühle stand; danach wird er breiter, bis er zwischen zwei flachen Sandbänken das Meer erreicht.'

const answer = (text: string, more = {}) => ({ text, tokens: Math.ceil(text.length / 4), stopped: true, ...more })
const certain = (logprob: number, best = logprob): ScoredToken => ({ logprob, best })
const tokens = (count: number, gap: number): ScoredToken[] =>
  Array.from({ length: count }, () => certain(-0.5 - gap, -0.5))

test('agreement: 1 of equal texts, the same from both sides, and less the earlier they part', () => {
  const text = fc.lorem({ maxCount: 30 })
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(agreementOf(a, a)).toBe(1)
      expect(agreementOf(a, b)).toBeCloseTo(agreementOf(b, a), 9)
      expect(agreementOf(a, b)).toBeGreaterThanOrEqual(0)
      expect(agreementOf(a, b)).toBeLessThanOrEqual(1)
    }),
  )
  const late = agreementOf(RIVER, `${RIVER.slice(0, 150)} ${BREAD}`)
  expect(late).toBeGreaterThan(agreementOf(RIVER, `${RIVER.slice(0, 40)} ${BREAD}`))
  expect(agreementOf('東京は日本の首都です', '東京は日本の首都でない')).toBeGreaterThan(0.7)
  expect([agreementOf('', ''), agreementOf('', RIVER)]).toEqual([1, 0])
})

test('greedy texts agree as far as engines were measured: what comes behind speaks against nobody', () => {
  const words = (from: number) => Array.from({ length: 300 }, (_, at) => (at < from ? `w${at}` : `x${at}`)).join(' ')
  expect(agreementOf(words(300), words(100))).toBe(1)
  expect(agreementOf(words(300), words(90))).toBeLessThan(1)
})

test('agreement of long texts costs no more than that of their beginnings', () => {
  const long = RIVER.repeat(2000)
  expect(agreementOf(long, `${long}x`)).toBe(1)
})

test('a score needs some tokens, holds single absurd ones down, and passes near ties over', () => {
  expect(scoreOf(tokens(7, 0))).toBeUndefined()
  expect(scoreOf(tokens(8, 0.25))).toEqual({ tokens: 8, mean: -0.75, missed: 8 })
  expect(scoreOf(tokens(8, 0.03))?.missed).toBe(0)
  const strange = [...tokens(99, 0), certain(-4000, -0.5)]
  expect(scoreOf(strange)?.mean).toBeGreaterThan(-0.7)
  expect(scoreOf([...tokens(9, 0), { logprob: -1, best: undefined }])?.missed).toBeUndefined()
})

test("what counts is how much worse a text is than the reference's own", () => {
  const score = (missed: number, mean = -1) => ({ tokens: 100, mean, missed })
  const value = (...asked: Parameters<typeof excessOf>) => excessOf(...asked)?.value
  expect([1, 3, 23].map((missed) => value(score(missed), score(0), true))).toEqual([0, 0.02, 0.22])
  expect(value(score(3), score(5), true)).toBe(0)
  expect(value(score(3), score(1), true)).toBeCloseTo(0.01, 9)
  expect(value(score(50, -1.5), score(50, -1), false)).toBeCloseTo(0.5, 9)
  expect(value(score(50, -0.1), score(50, -0.04), false)).toBeCloseTo(0.2, 9)
  expect(excessOf(score(0), undefined, false)).toBeUndefined()
})

test('an answer like the reference is not odd at all, whatever the model does', () => {
  const looping = 'and then the sea came up again '.repeat(20)
  for (const text of [RIVER, GERMAN, looping, '', 'Yes.'])
    expect(odditiesOf({ suspect: answer(text), reference: answer(text) })).toEqual([])
})

test.each([
  ['repetition', answer('and then the sea came up again '.repeat(20)), answer(RIVER)],
  ['language', answer(GERMAN), answer(RIVER)],
  ['bytes_per_token', answer(RIVER, { tokens: RIVER.length }), answer(RIVER)],
  ['short', answer('It rises.'), answer(RIVER)],
] as const)('%s is odd', (what, suspect, reference) => {
  expect(odditiesOf({ suspect, reference }).map((oddity) => oddity.what)).toEqual([what])
})

test('more tokens than the reference counts are odd without its answer', () => {
  const { tokens: own } = answer(RIVER)
  expect(odditiesAlone(answer(RIVER), own)).toEqual([])
  expect(odditiesAlone(answer(RIVER, { tokens: 2 * own + 8 }), own)).toEqual([{ what: 'token_count', weight: 2 }])
})

test('one text for all prompts is odd, unless the reference has one as well', () => {
  const check = { suspect: answer(RIVER), reference: answer(BREAD) }
  const canned = odditiesOf(check, [{ suspect: RIVER, reference: GERMAN }])
  expect(canned).toEqual([{ what: 'prompt_ignored', weight: 3 }])
  expect(odditiesOf(check, [{ suspect: RIVER, reference: BREAD }])).toEqual([])
  expect(odditiesOf(check, [{ suspect: GERMAN, reference: BREAD }])).toEqual([])
})

test('two grave things weigh more than one', () => {
  const grave = { what: 'language', weight: 2 } as const
  expect([[], [grave], [grave, { ...grave, what: 'short' as const }]].map(oddnessOf)).toEqual([0, 2, 3])
})

test('a check shows one finding a source: sampled texts are not compared word by word', () => {
  const check: Check = {
    suspect: answer(RIVER),
    reference: answer(RIVER),
    greedy: true,
    scored: { suspect: tokens(40, 0), reference: tokens(40, 0) },
  }
  const levels = (of: Check) => judgeCheck(of).map(({ kind, level }) => [kind, level])
  expect(levels(check)).toEqual([
    ['greedy_misses', 0],
    ['agreement', 0],
    ['plausibility', 0],
  ])
  expect(levels({ ...check, greedy: false })).toEqual([
    ['sampled_gap', 1],
    ['plausibility', 0],
  ])
  const { reference: __, ...alone } = { ...check, scored: { suspect: tokens(40, 0) } }
  expect(levels(alone)).toEqual([
    ['greedy_misses', 0],
    ['plausibility', 0],
  ])
  const { scored: _, ...unscored } = check
  expect(levels({ ...unscored, greedy: false })).toEqual([['plausibility', 0]])
})

test('a text that another prompt makes as likely ignores its own, where the reference does not', () => {
  const check: Check = {
    suspect: answer(RIVER),
    reference: answer(BREAD),
    greedy: false,
    scored: { suspect: tokens(40, 0.01), reference: tokens(40, 0) },
    crossed: { suspect: tokens(40, 0.02), reference: tokens(40, 0.5) },
  }
  const odd = judgeCheck(check).find(({ kind }) => kind === 'plausibility')
  expect(odd?.oddities).toEqual([{ what: 'prompt_ignored', weight: 2 }])
})

test('greedy tokens chosen under penalties are held against no reading', () => {
  const check: Check = { suspect: answer(RIVER), greedy: true, scored: { suspect: tokens(40, 1) } }
  expect(judgeCheck(check).map(({ kind }) => kind)).toContain('greedy_misses')
  expect(judgeCheck({ ...check, penalised: true }).map(({ kind }) => kind)).toEqual(['plausibility'])
})
