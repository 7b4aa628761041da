import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { selectBackend } from '../../agent/src/backends/select.ts'
import { realEffects } from '../../agent/src/effects.ts'

const PIECE = 'data: {"choices":[{"index":0,"delta":{"content":"word"},"finish_reason":null}]}\n\n'
let ending = ''
const server = createServer((request, response) => {
  request.resume()
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(PIECE)
  response.end(ending)
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

async function generated() {
  const endpoint_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/chat/completions`
  const backend = selectBackend(
    {
      models: [{ name: 'tiny' }],
      backend: 'worker',
      provider: 'openai',
      mode: 'chat',
      engine_key: undefined,
      endpoint_url,
    },
    realEffects(),
  )
  const { signal } = new AbortController()
  return await Array.fromAsync(
    backend.generate({ model: 'tiny', input_text: 'Say it.', max_tokens: 64, temperature: 0, signal }),
  )
}

test.each(['data: [DONE]\n\n', 'data: [DONE]\n', 'data: [DONE]', 'data: [DONE]\r\n'])(
  'an engine whose only word for the end is %j has ended',
  async (last) => {
    ending = last
    expect(await generated()).toEqual([{ text: 'word' }, { finish_reason: 'stop', usage: undefined }])
  },
)

test.each(['', 'data: {"choices":[{"index":0,"delta":{"content":"more"}}]}', 'data: [DON'])(
  'one that breaks off with %j has not',
  async (last) => {
    ending = last
    await expect(generated()).rejects.toMatchObject({ code: 'engine_bad_stream' })
  },
)
