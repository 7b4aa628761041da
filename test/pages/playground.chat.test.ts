import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { endedJob, ORIGIN, type Request, refusal, scriptMarket } from './scripted-market.ts'

/** What the market answers beside what each test says. */
let answer: (request: Request) => ReturnType<Parameters<typeof scriptMarket>[0]>
let jobs = 0
const asked = scriptMarket((request) => answer(request) ?? byDefault(request))
afterAll(() => {
  vi.unstubAllGlobals()
})

const nextJob = () => `job_${String(++jobs).padStart(26, '0')}`
const submitted = (job_id = nextJob()) => ({
  ...{ job_id, status: 'queued', model: 'able', credits_reserved: 0, created_at: '2026-01-01T00:00:00.000Z' },
})
const chatOf = (jobs: string[], conversation_id = 'cnv_00000000000000000000000001') => {
  const at = '2026-01-01T00:00:00.000Z'
  return { conversation_id, title: 'A chat', jobs, created_at: at, updated_at: at }
}

function byDefault({ method, path, body }: Request) {
  const [, room, id = '', more] = path.split('/')
  if (room === 'run') return submitted()
  if (room === 'conversations') return chatOf(body.jobs as string[])
  if (more === 'stream') return new Response('data: [DONE]\n\n')
  if (room === 'jobs') return endedJob(id, `Asked in ${id}`)
  throw new TypeError(`nothing answers ${method} ${path}`)
}

const { person } = await import('../../server/web/state/session.ts')
const { toasts } = await import('../../server/web/state/toasts.ts')
const { exchanges, isBusy } = await import('../../server/web/routes/playground/chat.ts')
const asking = await import('../../server/web/routes/playground/asking.ts')
const chats = await import('../../server/web/routes/playground/kept-chats.ts')
const { draft, write } = await import('../../server/web/routes/playground/draft.ts')
const setting = await import('../../server/web/routes/playground/settings.ts')
const { requestsOf } = await import('../../server/web/routes/playground/request.ts')
const { commandsOf, shortened } = await import('../../server/web/routes/playground/code.ts')
const { isRefused, isUnanswered } = await import('../../server/web/routes/playground/exchange.ts')

const somebody = (username: string) => ({ username, user_id: username, admin: false })

beforeEach(() => {
  answer = () => undefined
  person.value = null
  person.value = somebody('one')
  setting.change({ model: 'able' })
  toasts.value = []
  asked.length = 0
})

async function say(text: string): Promise<void> {
  write({ text })
  asking.sendDraft()
  await expect.poll(() => isBusy.value).toBe(false)
}

const calls = (method: string, begin: string) =>
  asked.filter(({ method: is, path }) => is === method && path.startsWith(begin))

test('a message is answered, and its chat kept', async () => {
  await say('Hello')
  expect(exchanges.value.flatMap(({ answers }) => answers.map(({ text, fault }) => ({ text, fault })))).toEqual([
    { text: 'Said.', fault: undefined },
  ])
  await expect.poll(() => chats.chatId.value).toMatch(/^cnv_/)
  expect(toasts.value).toEqual([])
})

test('after signing out nothing of a chat is left, and the next one overwrites none', async () => {
  await say('Mine')
  await expect.poll(() => chats.chatId.value).toMatch(/^cnv_/)
  setting.change({ system: 'A secret', tools: '[{"name": "mine"}]', schema: '{"title": "Mine"}' })
  write({ text: 'A secret too', pictures: ['data:image/png;base64,AA=='] })
  person.value = null
  person.value = somebody('two')
  expect(setting.settings.value).toEqual(setting.FRESH)
  expect(draft.value).toEqual({ text: '', pictures: [], results: [] })
  expect(exchanges.value).toEqual([])
  setting.change({ model: 'able' })
  await say('Theirs')
  await expect.poll(() => calls('POST', '/conversations').length).toBe(2)
  expect(calls('PATCH', '/conversations')).toEqual([])
})

test('a kept chat that cannot be opened leaves the one on the page as it was', async () => {
  await say('Here')
  await expect.poll(() => chats.chatId.value).toBe('cnv_00000000000000000000000001')
  answer = ({ path }) => (path.startsWith('/jobs/') ? refusal(404, 'not_found') : undefined)
  const other = chatOf(['job_0000000000000000000000000z'], 'cnv_00000000000000000000000002')
  await expect(chats.openChat(other)).rejects.toThrow('Refused.')
  expect(chats.chatId.value).toBe('cnv_00000000000000000000000001')
  expect(exchanges.value.map((exchange) => exchange.asked.question)).toEqual(['Here'])
})

test('while a chat is on its way nothing is sent, and what is written stays', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  answer = ({ path }) => (path.startsWith('/jobs/') ? promise : undefined)
  const opened = chats.openChat(chatOf(['job_0000000000000000000000000z']))
  write({ text: 'Too early' })
  asking.sendDraft()
  expect(calls('POST', '/run')).toEqual([])
  expect(asking.canSend.value).toBe(false)
  resolve(endedJob('job_0000000000000000000000000z', 'Long ago'))
  await opened
  expect(draft.value.text).toBe('Too early')
  answer = () => undefined
  await say('Too early')
  expect(exchanges.value.map((exchange) => exchange.asked.question)).toEqual(['Long ago', 'Too early'])
  expect(calls('PATCH', '/conversations')).toHaveLength(1)
})

test('of two chats that are opened at once the later is shown, and the other is no fault', async () => {
  answer = ({ path }) => (path.endsWith('z') ? new Promise<object>(() => undefined) : undefined)
  const first = chats.openChat(chatOf(['job_0000000000000000000000000z'], 'cnv_0000000000000000000000000z'))
  await chats.openChat(chatOf(['job_0000000000000000000000000a'], 'cnv_0000000000000000000000000a'))
  await first
  expect(chats.chatId.value).toBe('cnv_0000000000000000000000000a')
  expect(exchanges.value[0]?.asked.question).toBe('Asked in job_0000000000000000000000000a')
})

test('what nobody knows to have arrived is said so, and sent again under the same key as it was', async () => {
  answer = ({ path }) => {
    if (path.startsWith('/run')) throw new TypeError('fetch failed')
    return undefined
  }
  setting.change({ second: 'other' })
  await say('Once')
  const [lost] = exchanges.value
  expect(lost && [isUnanswered(lost), isRefused(lost)]).toEqual([true, false])
  setting.change({ temperature: 2, second: '' })
  answer = () => undefined
  await asking.askAgain()
  const sent = calls('POST', '/run')
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
  expect(sent.slice(2)).toEqual(sent.slice(0, 2))
  expect(sent).toHaveLength(4)
})

test('what the market refused costs nothing, and is sent again as it is set by then', async () => {
  answer = ({ path }) => (path.startsWith('/run') ? refusal(402, 'insufficient_credits') : undefined)
  await say('Dear')
  const [refused] = exchanges.value
  expect(refused && [isUnanswered(refused), isRefused(refused)]).toEqual([true, true])
  answer = () => undefined
  setting.change({ max_tokens: '1' })
  await asking.askAgain()
  const [first, second] = calls('POST', '/run')
  expect(second?.body.max_tokens).toBe(1)
  expect(second?.key).not.toBe(first?.key)
})

test('an answer of a proxy in its place is no refusal of the market', async () => {
  answer = ({ path }) => (path.startsWith('/run') ? new Response('<h1>Bad gateway</h1>', { status: 502 }) : undefined)
  await say('Through a proxy')
  expect(exchanges.value.map(isRefused)).toEqual([false])
})

test('Stop that is pressed before the job is known cancels it when it is', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  answer = ({ path }) => (path.startsWith('/run') ? promise : undefined)
  write({ text: 'Never mind' })
  asking.sendDraft()
  await asking.stop()
  const job = submitted()
  resolve(job)
  await expect.poll(() => calls('POST', '/jobs/').map(({ path }) => path)).toEqual([`/jobs/${job.job_id}/cancel`])
  await expect.poll(() => isBusy.value).toBe(false)
})

test('a job of a chat that was left stands for none of the next chat', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  answer = ({ path }) => (path.startsWith('/run') ? promise : undefined)
  write({ text: 'Left' })
  asking.sendDraft()
  await chats.openChat(chatOf(['job_0000000000000000000000000a']))
  resolve(submitted())
  await new Promise((wake) => setTimeout(wake, 20))
  expect(exchanges.value.flatMap(({ answers }) => answers.map(({ job_id }) => job_id))).toEqual([
    'job_0000000000000000000000000a',
  ])
})

test('the code of the next message is the very request that it sends to each model', async () => {
  setting.change({ second: 'other', system: "It's so", price_limit: '1.5' })
  write({ text: ' What is "this"?\nIt\'s big. ', pictures: [`data:image/png;base64,${'A'.repeat(500)}`] })
  const asks = { question: draft.value.text.trim(), pictures: draft.value.pictures, results: [] }
  const code = commandsOf(requestsOf(asks, setting.settings.value, exchanges.value), ORIGIN)
  const bodies = [...code.matchAll(/<<'JSON'\n([\s\S]*?)\nJSON$/gm)].map(([, body = '']) => JSON.parse(body))
  expect(shortened(code)).not.toContain('A'.repeat(65))
  asking.sendDraft()
  await expect.poll(() => isBusy.value).toBe(false)
  expect(bodies).toEqual(calls('POST', '/run').map(({ body }) => body))
  expect(bodies.map(({ model }) => model)).toEqual(['able', 'other'])
})
