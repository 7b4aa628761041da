import { market as endpoints } from '@mkt/schemas'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { purgeTexts } from '../../server/src/market/retention/purge.ts'
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
