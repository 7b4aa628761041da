import { market as endpoints } from '@mkt/schemas'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withItems } from '../../server/src/market/responses/items.ts'
import { purgeTexts } from '../../server/src/market/retention/purge.ts'
import { keptOfJob } from '../../server/src/market/retention/stored-store.ts'
import { openStage, type Stage } from './openai-stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  expect((await stage.place.audit()).faults).toEqual([])
  await stage.place.stop()
})

const CALL = {
  tokens: ['Hm.', 'One moment.', '{}'],
  notes: [
    { at: 0, reasoning: true as const },
    { at: 2, tool_call: { index: 0, id: 'call_a', name: 'clock' } },
  ],
  finish_reason: 'tool_calls',
}
const TOOLS = [{ type: 'function' as const, name: 'clock', parameters: { type: 'object' }, strict: false }]
type Input = OpenAI.Responses.ResponseInputItem[]
const USER = { role: 'user' as const, content: 'When?' }
const ask = (input: Input | string, openai = stage.openai, more: object = {}) =>
  openai.responses.create({ model: 'm', input, tools: TOOLS, ...more })
const named = ({ output }: OpenAI.Responses.Response): Input =>
  output.map(({ id }) => ({ type: 'item_reference' as const, id: id ?? '' }))
const RESULT = { type: 'function_call_output' as const, call_id: 'call_a', output: 'noon' }

// Before: 400, which is the second turn of Vercel's client.
test('items of a stored response are named in place of being sent again', async () => {
  const [, first] = await Promise.all([stage.serve(CALL), ask('When?')])
  const [offer] = await Promise.all([stage.serve({ tokens: ['Noon.'] }), ask([USER, ...named(first), RESULT])])
  expect(offer.messages).toEqual([
    { role: 'user', content: 'When?' },
    {
      ...{ role: 'assistant', content: 'One moment.', reasoning_content: 'Hm.' },
      tool_calls: [{ id: 'call_a', type: 'function', function: { name: 'clock', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'call_a', content: 'noon' },
  ])
  // The type may be left out, as OpenAI's own has it.
  const bare = first.output.map(({ id }) => ({ id })) as Input
  const [again] = await Promise.all([stage.serve({ tokens: ['Noon.'] }), ask([USER, ...bare, RESULT])])
  expect(again.messages).toEqual(offer.messages)
})

test('an item that is not there for its caller is refused by its name', async () => {
  const [, kept] = await Promise.all([stage.serve({ tokens: ['x'] }), ask('Hi')])
  const [, unkept] = await Promise.all([stage.serve({ tokens: ['x'] }), ask('Hi', stage.openai, { store: false })])
  const client = (apiKey: string) => new OpenAI({ apiKey, baseURL: `${stage.place.url}/v1`, maxRetries: 0 })
  const refused = (id: string) => ({ status: 404, message: expect.stringContaining(`no stored item "${id}"`) })
  const id = kept.output[0]?.id ?? ''
  const [of, other] = [
    (name: string) => [USER, { type: 'item_reference' as const, id: name }],
    await stage.place.user(),
  ]
  await expect(ask(of(id), client(other.token))).rejects.toMatchObject(refused(id))
  const gone = unkept.output[0]?.id ?? ''
  for (const name of [gone, `${id}_1`, 'msg_never', 'x'])
    await expect(ask(of(name))).rejects.toMatchObject(refused(name))
  const token = await stage.buyer.client.call(endpoints.createToken, { body: { name: 't', scopes: ['jobs:write'] } })
  await expect(ask(of(id), client(token.token))).rejects.toMatchObject({ status: 403 })
  await purgeTexts(stage.place.database, Date.now() + 60_000)
  await expect(ask(of(id))).rejects.toMatchObject(refused(id))
})

const TOO_LONG = 'must be at most 262144 bytes together'
const fit = (kept: OpenAI.Responses.Response) => ({ type: 'item_reference' as const, id: kept.output[0]?.id ?? '' })
const thoughts = (length: number) => Array.from({ length }, (_, at) => ({ at, reasoning: true as const }))
async function kept(tokens: string[], notes: { at: number; reasoning: true }[] = []) {
  return (await Promise.all([stage.serve({ tokens, notes }), ask('Hi')]))[1]
}

// Before: all that a request named was read, a thousand answers of megabytes each, before its length was looked at.
test('what is named is measured as it is read, each time that it is named', async () => {
  const long = fit(await kept(Array(700).fill('x'.repeat(250))))
  const [offer] = await Promise.all([stage.serve({ tokens: ['x'] }), ask([USER, long])])
  expect(offer.messages).toHaveLength(2)
  const never = { type: 'item_reference' as const, id: 'msg_never' }
  await expect(ask([USER, long, never])).rejects.toMatchObject({ status: 404 })
  const tooLong = { status: 400, message: expect.stringContaining(TOO_LONG) }
  await expect(ask([USER, long, long, never])).rejects.toMatchObject(tooLong)
  // Thoughts of an earlier turn are shown to no model, however often they are named; those of this one are measured.
  const thought = fit(await kept([...Array(700).fill('x'.repeat(250)), 'Hi'], thoughts(700)))
  const earlier = [USER, thought, thought, USER]
  const [later] = await Promise.all([stage.serve({ tokens: ['x'] }), ask(earlier)])
  expect(later.messages).toEqual([USER, USER])
  const call = { type: 'function_call' as const, call_id: 'call_a', name: 'clock', arguments: '{}' }
  await expect(ask([...earlier, thought, thought, call, RESULT])).rejects.toMatchObject(tooLong)
})

test('no more than so much is read for one request, and others have their turn meanwhile', async () => {
  const text = 'x'.repeat(40_000).match(/.{200}/g) as string[]
  const answers = [await kept(text), await kept(text), await kept(text)]
  const ids = answers.map(({ id }) => id.replace('resp_', 'job_'))
  const sizes = await Promise.all(ids.map((id) => keptOfJob(stage.place.database, id)))
  const most = sizes.reduce((sum, size) => sum + (size?.prompt_bytes ?? 0) + (size?.text_bytes ?? 0), 0)
  const market = { database: stage.place.database } as never
  const read = (bytes: number) => withItems(market, stage.buyer.user_id, [...answers, ...answers].map(fit), bytes)
  let [turns, done] = [0, false]
  const count = () => {
    turns++
    if (!done) setImmediate(count)
  }
  setImmediate(count)
  // What is named again is read once.
  expect(await read(most)).toHaveLength(6)
  done = true
  expect(turns).toBeGreaterThanOrEqual(3)
  const details = [{ path: 'body.input', message: expect.stringContaining('send items themselves') }]
  await expect(read(most - 1)).rejects.toMatchObject({ code: 'invalid_request', details })
})
