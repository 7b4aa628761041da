import type { ChatMessage } from '@mkt/schemas'
import { expect, test } from 'vitest'
import { renderChat } from '../../../server/src/market/jobs/render-chat.ts'
import { type Chance, shuffled } from '../../../server/src/market/verification/chance.ts'
import type { Exchange } from '../../../server/src/market/verification/draw-conversation.ts'
import { drawJob } from '../../../server/src/market/verification/draw-job.ts'
import { fairMix } from '../../../server/src/market/verification/fair-mix.ts'
import type { CustomersJob } from '../../../server/src/market/verification/mix-store.ts'
import { seeded } from './seeded.ts'

const ROLES = [['user'], ['user'], ['system', 'user'], ['user', 'assistant', 'user']] as const
/** Bytes by which such chats are longer: what the model is told, and an answer. */
const LONGER = [0, 0, 50, 150]

/** Checks that were answered, of the lengths that customers' conversations have. */
const EARLIER: Exchange[] = Array.from({ length: 12 }, (_, at) => ({
  messages: [{ role: 'user', content: 'Tell me about it. '.repeat(1 + (at % 3)) }],
  answer: 'There is much to say. '.repeat(at < 6 ? 1 + at : 10 * (at - 5)),
}))

/** A market's customers: some ask for facts at temperature 0, some chat, some bring texts along. */
function customers(count: number, chance: Chance): CustomersJob[] {
  return Array.from({ length: count }, () => {
    const kind = chance()
    const form = kind < 0.5 ? 0 : Math.floor(chance() * ROLES.length)
    const messages = ROLES[form]?.map((role) => ({ role, content: 'x' }))
    const chat = { messages, ...(chance() < 0.3 ? { top_p: 0.9 } : {}), ...(chance() < 0.2 ? { seed: 42 } : {}) }
    return {
      model: 'm',
      max_tokens: kind < 0.4 ? 64 : kind < 0.8 ? 256 : 400,
      temperature: kind < 0.3 ? 0 : kind < 0.6 ? 0.7 : 1,
      options_json: kind < 0.5 ? null : JSON.stringify(chat),
      prompt_bytes: Math.round((LONGER[form] ?? 0) + (kind < 0.8 ? 25 + 70 * chance() : 250 + 1000 * chance())),
    }
  })
}

interface Seen {
  bytes: number
  max_tokens: number
  temperature: number
  options: string
  roles: string
  /** A chat also comes as one text, as every door words it. */
  rendered: boolean
}

const rolesOf = (messages: readonly ChatMessage[] = []) => messages.map(({ role }) => role).join()

/** What a host sees of a check, beside its words. */
function drawn(mix: readonly CustomersJob[], chance: Chance, earlier = EARLIER): Seen {
  const { submission, options } = drawJob(mix, { prompts: [], earlier }, chance)
  const { input_text, max_tokens, temperature, ...sampling } = submission
  const named = Object.keys({ ...sampling, ...options }).sort()
  const { messages } = options
  const rendered = messages === undefined || renderChat(messages) === input_text
  const bytes = Buffer.byteLength(input_text)
  return { bytes, max_tokens, temperature, options: named.join(), roles: rolesOf(messages), rendered }
}

const seen = ({ prompt_bytes, max_tokens, temperature, options_json }: CustomersJob): Seen => ({
  ...{ bytes: prompt_bytes, max_tokens, temperature },
  options: Object.keys(JSON.parse(options_json ?? '{}'))
    .sort()
    .join(),
  roles: rolesOf(JSON.parse(options_json ?? '{}').messages),
  rendered: true,
})

const place = ({ bytes, ...seen }: Seen) => `${Math.floor(Math.log2(bytes))} ${JSON.stringify(seen)}`

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
  const jobs = customers(4000, chance)
  const mix = jobs.slice(0, 300)
  const checks = jobs.map(() => drawn(mix, chance))
  expect(told(jobs.map(seen), checks)).toBeLessThan(0.58)
  // And a market that drew none of it would be seen through: the test can fail.
  const plain = jobs.map(() => drawn([], chance))
  expect(told(jobs.map(seen), plain)).toBeGreaterThan(0.75)
  // Nor does one that never goes on with a conversation hide: whoever cheats there alone would not be found.
  const talks = (one: Seen) => one.roles.includes('assistant')
  expect(checks.filter(talks).length / jobs.map(seen).filter(talks).length).toBeCloseTo(1, 0)
})

test('nor where each customer has habits and seeds of their own, and some values hardly anybody uses', () => {
  const chance = seeded(4)
  const buyers = Array.from({ length: 20 }, (_, at) => ({ user_id: `u${at}`, habits: customers(3, chance), odd: at }))
  const asked = (many: number) =>
    buyers.flatMap(({ habits, odd }) =>
      Array.from({ length: many }, (_, at) => {
        const job = habits[at % habits.length] as CustomersJob
        return at % 10 === 0 ? { ...job, temperature: 0.3, max_tokens: 200 + 10 * odd } : job
      }),
    )
  const jobs = asked(200)
  const of = (at: number) => jobs.slice(200 * at, 200 * at + 20)
  const mix = fairMix(
    buyers.map(({ user_id }, at) => ({ user_id, paid_nano: 100n, jobs: of(at) })),
    null,
  )
  const toldOf = (from: readonly CustomersJob[]) =>
    told(
      shown,
      Array.from(jobs, () => drawn(from, chance)),
    )
  const shown = shuffled(jobs.map(seen), chance)
  // A tenth asks for what nobody else does: not to copy that costs little beside copying jobs as they come.
  expect(toldOf(mix)).toBeLessThan(toldOf(shuffled(jobs, chance).slice(0, 300)) + 0.06)
  expect(toldOf([])).toBeGreaterThan(0.8)
})

test('where customers go on with conversations, checks go on with earlier ones', () => {
  const messages = [
    { role: 'system', content: 'Be short.' },
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello.' },
    { role: 'user', content: 'Why?' },
  ]
  const job = { model: 'm', max_tokens: 70, temperature: 1, prompt_bytes: 200 }
  const mix = [{ ...job, options_json: JSON.stringify({ messages, seed: 123_456_789 }) }]
  const [chance, earlier] = [seeded(9), EARLIER]
  const { submission, options } = drawJob(mix, { prompts: [], earlier }, chance)
  expect(options.messages?.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
  expect(EARLIER.map(({ answer }) => answer)).toContain(options.messages?.[2]?.content)
  expect(submission.input_text).toBe(renderChat(options.messages ?? []))
  expect(submission.seed).not.toBe(123_456_789)
  // While there is nothing to go on with none is imitated.
  expect(drawJob(mix, { prompts: [], earlier: [] }, chance).submission.max_tokens).toBe(128)
})

test('the operator has prompts of their own sent, and chats keep their form', () => {
  const chance = seeded(5)
  const own = ['What does clause seven of the lease mean for a tenant who leaves early?']
  const texts = Array.from(
    { length: 50 },
    () => drawJob(customers(50, chance), { prompts: own, earlier: [] }, chance).submission.input_text,
  )
  expect(texts.filter((text) => own.includes(text)).length).toBeGreaterThan(10)
  const chat = [
    { role: 'system' as const, content: 'Be short.' },
    { role: 'user' as const, content: 'Hi' },
  ]
  const mix = [{ ...customers(1, chance)[0], options_json: JSON.stringify({ messages: chat }) } as CustomersJob]
  const { submission, options } = drawJob(mix, { prompts: own, earlier: [] }, chance)
  expect(options.messages?.map(({ role }) => role)).toEqual(['system', 'user'])
  expect(submission.input_text).toContain(options.messages?.[1]?.content as string)
  // Nothing that a customer wrote is in it.
  expect(JSON.stringify(options)).not.toContain('Be short.')
})

test('jobs of another form than text are not imitated', () => {
  const chance = seeded(6)
  const odd = { tools: [{ type: 'function', function: { name: 'f' } }] }
  const job = { model: 'm', max_tokens: 70, temperature: 2, prompt_bytes: 9 }
  const mix = [odd, { logit_bias: { 1: 2 } }].map((options) => ({ ...job, options_json: JSON.stringify(options) }))
  for (let at = 0; at < 20; at++)
    expect(drawJob(mix, { prompts: [], earlier: EARLIER }, chance).submission.max_tokens).toBe(128)
})

test('a greedy check asks for no penalty, which no reading knows of; a sampled one does as its customer', () => {
  const options_json = JSON.stringify({ frequency_penalty: 1, presence_penalty: 0, top_p: 0.9 })
  const job = { model: 'm', max_tokens: 70, prompt_bytes: 200, options_json }
  const asked = (temperature: number) =>
    drawJob([{ ...job, temperature }], { prompts: [], earlier: [] }, seeded(9)).submission
  expect(asked(0)).toMatchObject({ temperature: 0, presence_penalty: 0, top_p: 0.9 })
  expect(asked(0)).not.toHaveProperty('frequency_penalty')
  expect(asked(0.7)).toMatchObject({ frequency_penalty: 1, presence_penalty: 0, top_p: 0.9 })
})

test('a host is not asked again what it knows, while there is something else', () => {
  const prompts = Array.from({ length: 40 }, (_, at) => `How is number ${at} of all of these made, and by whom?`)
  const job = { model: 'm', max_tokens: 70, temperature: 1, prompt_bytes: 50, options_json: null }
  const [chance, asked] = [seeded(9), new Set<string>()]
  for (let at = 0; at < 60; at++) {
    const { input_text } = drawJob([job], { prompts, earlier: [], asked }, chance).submission
    expect(asked).not.toContain(input_text)
    asked.add(input_text)
    if (prompts.every((one) => asked.has(one))) break
  }
  expect(prompts.filter((one) => asked.has(one)).length).toBeGreaterThan(25)
})
