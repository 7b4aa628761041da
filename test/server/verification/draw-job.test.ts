import { expect, test } from 'vitest'
import { type Chance, drawJob } from '../../../server/src/market/verification/draw-job.ts'
import type { CustomersJob } from '../../../server/src/market/verification/mix-store.ts'
import { seeded } from './seeded.ts'

/** A market's customers: some ask for facts at temperature 0, some chat, some bring texts along. */
function customers(count: number, chance: Chance): CustomersJob[] {
  return Array.from({ length: count }, () => {
    const kind = chance()
    const chat = { messages: [{ role: 'user' as const, content: 'x' }], ...(chance() < 0.3 ? { top_p: 0.9 } : {}) }
    return {
      model: 'm',
      max_tokens: kind < 0.4 ? 64 : kind < 0.8 ? 256 : 400,
      temperature: kind < 0.3 ? 0 : kind < 0.6 ? 0.7 : 1,
      options_json: kind < 0.5 ? null : JSON.stringify(chat),
      prompt_bytes: Math.round(kind < 0.8 ? 25 + 70 * chance() : 250 + 1500 * chance()),
    }
  })
}

interface Seen {
  bytes: number
  max_tokens: number
  temperature: number
  options: string
}

/** What a host sees of a check, beside its words. */
function drawn(mix: readonly CustomersJob[], chance: Chance): Seen {
  const { submission, options } = drawJob(mix, [], chance)
  const { input_text, max_tokens, temperature, ...sampling } = submission
  const named = Object.keys({ ...sampling, ...options }).sort()
  return { bytes: Buffer.byteLength(input_text), max_tokens, temperature, options: named.join() }
}

const seen = ({ prompt_bytes, max_tokens, temperature, options_json }: CustomersJob): Seen => ({
  ...{ bytes: prompt_bytes, max_tokens, temperature },
  options: Object.keys(JSON.parse(options_json ?? '{}'))
    .sort()
    .join(),
})

const place = ({ bytes, max_tokens, temperature, options }: Seen) =>
  `${Math.floor(Math.log2(bytes))} ${max_tokens} ${temperature} ${options}`

/** How often a naive Bayes of whole places, taught on half of the jobs, tells which of the other half are checks. */
function told(jobs: readonly Seen[], checks: readonly Seen[]): number {
  const half = jobs.length / 2
  const count = (of: readonly Seen[]) => Map.groupBy(of.slice(0, half).map(place), (name) => name)
  const [plain, odd] = [count(jobs), count(checks)]
  const isCheck = (one: Seen) => (odd.get(place(one))?.length ?? 0) > (plain.get(place(one))?.length ?? 0)
  const right = jobs.slice(half).filter((one) => !isCheck(one)).length + checks.slice(half).filter(isCheck).length
  return right / jobs.length
}

test('who looks at lengths, options, sampling and form hardly tells checks from customers', () => {
  const chance = seeded(3)
  const jobs = customers(6000, chance)
  const mix = jobs.slice(0, 300)
  const checks = jobs.map(() => drawn(mix, chance))
  expect(told(jobs.map(seen), checks)).toBeLessThan(0.58)
  // And a market that drew none of it would be seen through: the test can fail.
  const plain = jobs.map(() => drawn([], chance))
  expect(told(jobs.map(seen), plain)).toBeGreaterThan(0.75)
})

test('the operator has prompts of their own sent, and chats keep their form', () => {
  const chance = seeded(5)
  const own = ['What does clause seven of the lease mean for a tenant who leaves early?']
  const texts = Array.from({ length: 50 }, () => drawJob(customers(50, chance), own, chance).submission.input_text)
  expect(texts.filter((text) => own.includes(text)).length).toBeGreaterThan(10)
  const chat = [
    { role: 'system' as const, content: 'Be short.' },
    { role: 'user' as const, content: 'Hi' },
  ]
  const mix = [{ ...customers(1, chance)[0], options_json: JSON.stringify({ messages: chat }) } as CustomersJob]
  const { submission, options } = drawJob(mix, own, chance)
  expect(options.messages?.map(({ role }) => role)).toEqual(['system', 'user'])
  expect(submission.input_text).toContain(options.messages?.[1]?.content as string)
  // Nothing that a customer wrote is in it.
  expect(JSON.stringify(options)).not.toContain('Be short.')
})

test('jobs of another form than text, or with a seed, are not imitated', () => {
  const chance = seeded(6)
  const odd = { tools: [{ type: 'function', function: { name: 'f' } }] }
  const job = { model: 'm', max_tokens: 7, temperature: 2, prompt_bytes: 9 }
  const mix = [odd, { seed: 4 }].map((options) => ({ ...job, options_json: JSON.stringify(options) }))
  for (let at = 0; at < 20; at++) expect(drawJob(mix, [], chance).submission.max_tokens).toBe(128)
})
