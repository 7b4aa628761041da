import { deflateSync } from 'node:zlib'
import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestUser } from '../server/marketplace.ts'
import { axeFaults, openStage, reload, type Stage } from './stage.ts'

let stage: Stage
let user: TestUser
let host: Awaited<ReturnType<Stage['place']['host']>>
beforeAll(async () => {
  stage = await openStage({ signupCredits: 1000 })
  user = await stage.place.user()
  host = await stage.place.host({ price: 1n, models: ['able'], capabilities: ['tools', 'json_schema', 'images'] })
})
afterAll(async () => {
  expect(stage.faults).toEqual([])
  await stage.close()
})

/** Answers the next job, and gives what it was offered. */
async function serve(result: object) {
  const offer = await host.next(30)
  if (!offer) throw new Error('no job came')
  await host.results([{ job_id: offer.job_id, offset: 0, ...result } as never])
  return offer
}

const CALL = {
  tokens: ['Let me see.', '{"town":', '"Bonn"}'],
  notes: [
    { at: 1, tool_call: { index: 0, id: 'call_a', name: 'get_weather' } },
    { at: 2, tool_call: { index: 0 } },
  ],
  finish_reason: 'tool_calls',
}

test('a model calls a tool, is told what it gives, and goes on; the chat is found again', async () => {
  const page = await stage.open('/app/playground?model=able', { as: user })
  await page.getByText('Tools and form of the answer').click()
  await page.getByLabel('Tools', { exact: true }).fill('no list')
  await page.getByText('Write a JSON list of functions, or nothing.').waitFor()
  await page.getByLabel('Tools', { exact: true }).fill('[{"name": "get_weather", "parameters": {"type": "object"}}]')
  await page.getByLabel('Message').fill('Weather in Bonn?')
  const first = serve(CALL)
  await page.getByRole('button', { name: 'Send' }).click()
  expect((await first).tools).toMatchObject([{ type: 'function', function: { name: 'get_weather' } }])
  await page.getByLabel('Result of get_weather').fill('mild <b>today</b>')
  const second = serve({ tokens: ['It is mild.'], finish_reason: 'stop' })
  await page.getByRole('button', { name: 'Send results' }).click()
  expect((await second).messages?.slice(-2)).toMatchObject([
    { role: 'assistant', content: 'Let me see.', tool_calls: [{ id: 'call_a' }] },
    { role: 'tool', tool_call_id: 'call_a', content: 'mild <b>today</b>' },
  ])
  await page.getByText('It is mild.').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await reload(page)
  await page.getByText('It is mild.').waitFor()
  await page.getByText('Weather in Bonn?').waitFor()
  expect(await page.getByRole('list', { name: 'Calls' }).innerText()).toContain('"town": "Bonn"')
  expect(await page.getByRole('list', { name: 'Results' }).innerText()).toContain('mild <b>today</b>')
  await expect.poll(() => page.getByLabel('Tools', { exact: true }).inputValue()).toContain('get_weather')
})

test('the page of a job shows its calls, and asks for the same once more with its tools', async () => {
  const [{ job_id } = { job_id: '' }] = (await user.client.call(endpoints.listJobs, { query: { offset: 1 } })).jobs
  const page = await stage.open(`/app/jobs/${job_id}`, { as: user })
  await page.getByText('get_weather({"town":"Bonn"})').waitFor()
  expect(await axeFaults(page)).toEqual([])
  const served = serve({ tokens: ['Mild.'], finish_reason: 'stop' })
  await page.getByRole('button', { name: 'Run again' }).click()
  const { tools, messages } = await served
  expect({ tools, messages }).toMatchObject({
    tools: [{ function: { name: 'get_weather' } }],
    messages: [{ role: 'user', content: 'Weather in Bonn?' }],
  })
  await page.getByText('Mild.').waitFor()
})

test('the palette finds a model by a part of its name', async () => {
  const page = await stage.open('/app/', { as: user })
  await page.getByRole('heading', { level: 1 }).waitFor() // Until then no page hears the keys.
  await page.keyboard.press('Control+k')
  await page.getByLabel('A page, a model, or the id').fill('abl')
  await page.getByRole('option', { name: 'able' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'able' }).waitFor()
})

test('an answer fits the schema that was asked for', async () => {
  const page = await stage.open('/app/playground?model=able', { as: user })
  await page.getByText('Tools and form of the answer').click()
  await page.getByLabel('JSON schema').fill('{"type": "object", "required": ["city"], "title": "A city"}')
  await page.getByLabel('Message').fill('Which city?')
  const served = serve({ tokens: ['{"city": "Bonn"}'], finish_reason: 'stop' })
  await page.keyboard.press('Enter')
  expect((await served).response_format).toMatchObject({
    json_schema: { name: 'A_city', schema: { required: ['city'] } },
  })
  await page.getByRole('region', { name: 'able' }).getByText('{"city": "Bonn"}').waitFor()
})

/** A PNG of one grey pixel. */
function pixel(): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const data = deflateSync(Buffer.from([0, 128]))
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

function crc(bytes: Buffer): number {
  let sum = ~0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return ~sum >>> 0
}

test('pictures go with the message; what is no picture is said', async () => {
  const page = await stage.open('/app/playground?model=able', { as: user })
  const files = page.getByLabel('Picture files')
  await files.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await page.getByText('notes.txt is not sent').waitFor()
  await files.setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: pixel() })
  await page.getByRole('img', { name: 'Picture 1' }).waitFor()
  await page.getByLabel('Message').fill('What is it?')
  const served = serve({ tokens: ['A dot.'], finish_reason: 'stop' })
  await page.getByRole('button', { name: 'Send' }).click()
  const [message] = (await served).messages ?? []
  expect(message?.content).toMatchObject([
    { type: 'text', text: 'What is it?' },
    { type: 'image_url', image_url: { url: expect.stringMatching(/^data:image\/png;base64,/) } },
  ])
  await page.getByText('A dot.').waitFor()
  await reload(page)
  await page.getByText('A dot.').waitFor()
  await page.getByRole('img', { name: 'Picture 1' }).waitFor()
})

test('a chat is kept at the server, is opened from the list elsewhere, and is forgotten', async () => {
  const reader = await stage.place.user()
  const page = await stage.open('/app/playground?model=able', { as: reader })
  await page.getByLabel('Message').fill('What is kept?\nAll of it?')
  const served = serve({ tokens: ['All.'], finish_reason: 'stop' })
  await page.getByRole('button', { name: 'Send' }).click()
  await served
  await page.waitForURL(/[?&]chat=cnv_/)
  const elsewhere = await stage.open('/app/playground', { as: reader })
  await elsewhere.getByText('Kept chats').click()
  await elsewhere.getByRole('button', { name: 'What is kept?', exact: true }).click()
  await elsewhere.getByText('All.').waitFor()
  expect(await axeFaults(elsewhere)).toEqual([])
  await elsewhere.getByLabel('Message').fill('And then?')
  const next = serve({ tokens: ['That too.'], finish_reason: 'stop' })
  await elsewhere.getByRole('button', { name: 'Send' }).click()
  expect((await next).messages).toHaveLength(3)
  await elsewhere.getByText('That too.').waitFor()
  await reload(page)
  await page.getByText('That too.').waitFor()
  await elsewhere.getByRole('button', { name: 'Forget the chat What is kept?' }).click()
  await elsewhere.getByText('Choose a model and write a message').waitFor()
  await elsewhere.getByText('Kept chats').waitFor({ state: 'detached' })
})
