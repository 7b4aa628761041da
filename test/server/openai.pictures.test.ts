import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PICTURE_HEADS } from '../picture-heads.ts'
import { ask } from './contract/ask.ts'
import { openStage, type Stage } from './openai-stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  expect((await stage.place.audit()).faults).toEqual([])
  await stage.place.stop()
})

function pictureOf(kind: keyof typeof PICTURE_HEADS, bytes = 100): string {
  const begins = PICTURE_HEADS[kind]
  const whole = Buffer.concat([begins, Buffer.alloc(bytes - begins.length)])
  return `data:image/${kind};base64,${whole.toString('base64')}`
}
const part = (url: string) => ({ type: 'image_url' as const, image_url: { url } })
const text = { type: 'text' as const, text: 'What is this?' }
const said = (...urls: string[]) => [{ role: 'user' as const, content: [text, ...urls.map(part)] }]
const create = (urls: string[], model = 'm') =>
  stage.openai.chat.completions.create({ model, max_tokens: 10, messages: said(...urls) })

test('PNG, JPEG and WebP travel to a host that sees them', async () => {
  const urls = (['png', 'jpeg', 'webp'] as const).map((kind) => pictureOf(kind))
  const [offer, answer] = await Promise.all([stage.serve({ tokens: ['Pictures.'] }), create(urls)])
  expect(offer.messages).toEqual(said(...urls))
  expect(offer.input_text).toBe('What is this?\n[image]\n[image]\n[image]')
  expect(answer.choices[0]?.message.content).toBe('Pictures.')
})

test('POST /run/model takes them too, and detail=full gives them back', async () => {
  const messages = said(pictureOf('png'))
  const { job_id } = await stage.buyer.client.call(endpoints.runModel, { body: { model: 'm', messages } })
  await stage.serve({ tokens: ['A dot.'] })
  const job = await stage.buyer.client.call(endpoints.getJob, { params: { job_id }, query: { detail: 'full' } })
  expect(job.messages).toEqual(messages)
})

test('a picture of 8 MiB is taken, one byte more is not, nor are two that are more together', async () => {
  const most = pictureOf('png', 8_388_608)
  const [offer] = await Promise.all([stage.serve({ tokens: ['Large.'] }), create([most])])
  expect(offer.messages).toEqual(said(most))
  const one = await create([pictureOf('png', 8_388_609)]).catch((error) => error)
  expect(one).toMatchObject({ status: 400, param: 'messages.0.content' })
  const two = await create([pictureOf('png', 5_000_000), pictureOf('jpeg', 4_000_000)]).catch((error) => error)
  expect(two).toMatchObject({ status: 400, param: 'messages' })
})

test('other bodies stay as short as they were, and so does that of one who does not say who they are', async () => {
  const json = { model: 'm', max_tokens: 10, messages: said(pictureOf('png', 2_000_000)) }
  expect((await ask(stage.place.url, 'POST /v1/chat/completions', { json })).status).toBe(413)
  const other = { as: stage.buyer.authorization, json: { ...json, name: 'x' } }
  expect((await ask(stage.place.url, 'POST /users/me/tokens', other)).status).toBe(413)
  const longer = { ...json, messages: said(...Array(3).fill(pictureOf('png', 8_000_000))) }
  const tooLong = await ask(stage.place.url, 'POST /v1/chat/completions', {
    as: stage.buyer.authorization,
    json: longer,
  })
  expect(tooLong.status).toBe(413)
})

test('pictures go only to hosts that see them, and where there is none they are refused', async () => {
  await stage.place.host({ models: ['blind'], capabilities: ['tools'] })
  const refused = await create([pictureOf('png')], 'blind').catch((error) => error)
  expect(refused).toMatchObject({ status: 400, param: 'messages', message: expect.stringContaining('needs images') })
})

test('responses and messages take bodies as long, with the key in whichever header', async () => {
  const { url } = stage.place
  const large = pictureOf('png', 2_000_000)
  const content = [
    { type: 'input_text', text: 'Look' },
    { type: 'input_image', image_url: large },
  ]
  const asked = { model: 'm', input: [{ role: 'user', content }] }
  const asking = ask(url, 'POST /v1/responses', { as: stage.buyer.authorization, json: asked })
  const [answered] = await Promise.all([asking, stage.serve({ tokens: ['Seen.'] })])
  expect(answered.status).toBe(200)
  const source = { type: 'base64', media_type: 'image/png', data: large.slice(large.indexOf(',') + 1) }
  const messages = [{ role: 'user', content: [{ type: 'image', source }] }]
  const headers = { 'x-api-key': stage.buyer.token }
  const said = ask(url, 'POST /v1/messages', { headers, json: { model: 'm', max_tokens: 9, messages } })
  const [{ status }] = await Promise.all([said, stage.serve({ tokens: ['Seen.'] })])
  expect(status).toBe(200)
})
