import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { market as endpoints } from '@mkt/schemas'
import { expect } from 'vitest'
import { PICTURE_HEADS } from '../picture-heads.ts'
import { test } from './cli-test.ts'
import { eventStream, type FakeMarket, refusal } from './fake-market.ts'
import { completed, failed, JOB_ID, submitted } from './samples.ts'

const { png: PNG, jpeg: JPEG } = PICTURE_HEADS
const tool = { type: 'function', function: { name: 'get_weather', parameters: { type: 'object' } } }
const call = { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":\n "Oslo"}' } }

function accept(market: FakeMarket): void {
  market.script(endpoints.runModel, { status: 202, body: submitted })
  market.script(endpoints.streamJob, eventStream({ id: '1.0', token: 'ok' }, 'done'))
}
const bodies = (market: FakeMarket) => market.to(endpoints.runModel).map(({ body }) => body)

test.concurrent('submit: --system and --image make a chat of the prompt; without them it stays a text', async ({
  market,
  cli,
}) => {
  accept(market)
  const [png, jpeg] = [join(cli.directory, 'a.png'), join(cli.directory, 'named-wrongly.png')]
  await writeFile(png, PNG)
  await writeFile(jpeg, JPEG)
  const submit = ['submit', '--model', 'tiny', 'What?']
  expect(await cli.run([...submit, '--system', 'Be brief.', '--image', png, '--image', jpeg])).toMatchObject({
    code: 0,
    stdout: 'ok\n',
  })
  await cli.run([...submit, '--system', 'Be brief.'])
  await cli.run(submit)
  const image = (type: string, data: Buffer) => ({
    type: 'image_url',
    image_url: { url: `data:image/${type};base64,${data.toString('base64')}` },
  })
  const content = [{ type: 'text', text: 'What?' }, image('png', PNG), image('jpeg', JPEG)]
  const system = { role: 'system', content: 'Be brief.' }
  expect(bodies(market)).toEqual([
    { model: 'tiny', messages: [system, { role: 'user', content }] },
    { model: 'tiny', messages: [system, { role: 'user', content: 'What?' }] },
    { model: 'tiny', input_text: 'What?' },
  ])
})

test.concurrent('submit: models to fall back to, a price for the prompt and what becomes of half a text', async ({
  market,
  cli,
}) => {
  accept(market)
  const limits = ['--max-input-price', '0.000000001', '--partial', 'keep']
  const ended = await cli.run(['submit', '--model', 'big', '--model', 'tiny', '--model', 'any', ...limits, 'x'])
  expect(ended.stderr).toContain('\ntiny answers\n')
  expect(bodies(market)).toEqual([
    {
      model: 'big',
      models: ['tiny', 'any'],
      input_text: 'x',
      max_price_per_input_token: 1e-9,
      partial: 'keep',
    },
  ])
  market.script(endpoints.runModel, refusal(404, 'model_not_found', 'No host offers a model "big".'))
  const none = await cli.run(['submit', '--model', 'big', '--model', 'tiny', 'x'])
  expect(none).toMatchObject({ code: 4 })
  expect(none.stderr).toContain('error: no host offers any of "big", "tiny"\n')
})

test.concurrent('submit: --schema is named by its title, else by its file', async ({ market, cli }) => {
  accept(market)
  const schema = { type: 'object', properties: { city: { type: 'string' } } }
  const path = join(cli.directory, 'my cities.json')
  for (const given of [schema, { ...schema, title: 'List of cities!' }]) {
    await writeFile(path, JSON.stringify(given))
    await cli.run(['submit', '--model', 'tiny', '--schema', path, 'x'])
  }
  const format = (name: string, given: object) => ({
    response_format: { type: 'json_schema', json_schema: { name, schema: given, strict: true } },
  })
  expect(bodies(market)).toMatchObject([
    format('my_cities', schema),
    format('List_of_cities', { ...schema, title: 'List of cities!' }),
  ])
})

test.concurrent('submit: calls of tools are printed a line each, after the text; with --json as they are', async ({
  market,
  cli,
}) => {
  accept(market)
  const path = join(cli.directory, 'tools.json')
  await writeFile(path, JSON.stringify([tool]))
  const named = { index: 0, id: 'call_1', name: 'get_weather' }
  const part = (at: number, text: string) =>
    `id: 1.${at}\ndata: ${JSON.stringify({ token: '', tool_call: { ...named, arguments: text } })}\n\n`
  market.script(endpoints.streamJob, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(
      `id: 1.0\ndata: {"token":"Let me see."}\n\n${part(1, '{"city":')}${part(2, '"Oslo"}')}data: [DONE]\n\n`,
    )
  })
  const job = { ...completed, output_text: null, finish_reason: 'tool_calls', tool_calls: [call, call] }
  market.script(endpoints.getJob, { status: 200, body: job })
  const submit = ['submit', '--model', 'tiny', '--tools', path, 'Rain?']
  const lines = 'get_weather({"city": "Oslo"})\nget_weather({"city": "Oslo"})\n'
  expect(await cli.run(submit)).toMatchObject({ code: 0, stdout: `Let me see.\n${lines}` })
  expect(await cli.run(['stream', JOB_ID])).toMatchObject({ code: 0, stdout: `Let me see.\n${lines}` })
  expect(await cli.run([...submit, '--no-stream'])).toMatchObject({ code: 0, stdout: lines })
  const json = await cli.run([...submit, '--json'])
  expect(JSON.parse(json.stdout)).toEqual(job)
  expect(bodies(market)[0]).toMatchObject({ input_text: 'Rain?', tools: [tool] })
  for (const { query } of market.to(endpoints.getJob)) expect(query.detail).toBe('full')
})

test.concurrent('submit: a failed job with tools prints what came of its text', async ({ market, cli }) => {
  accept(market)
  const path = join(cli.directory, 'tools.json')
  await writeFile(path, JSON.stringify([tool]))
  market.script(endpoints.getJob, { status: 200, body: failed })
  const ended = await cli.run(['submit', '--model', 'tiny', '--tools', path, '--no-stream', 'x'])
  expect(ended).toMatchObject({ code: 1, stdout: 'hi \n' })
})

test.concurrent('submit: files that cannot be used are refused before anything is sent, with the reason', async ({
  market,
  cli,
}) => {
  const at = (name: string) => join(cli.directory, name)
  await writeFile(at('text.png'), 'no picture')
  await writeFile(at('big.png'), Buffer.concat([PNG, Buffer.alloc(8_388_608)]))
  await writeFile(at('half.jpg'), Buffer.concat([JPEG, Buffer.alloc(5_000_000)]))
  await writeFile(at('broken.json'), '{')
  await writeFile(at('list.json'), '[]')
  await writeFile(at('tools.json'), JSON.stringify([{ type: 'function', function: { name: 'a b' } }]))
  const cases = [
    [['--image', at('text.png')], `${at('text.png')} is no PNG, JPEG or WebP\nNothing was sent.`],
    [['--image', at('big.png')], 'big.png is longer than 8388608 bytes'],
    [['--image', at('half.jpg'), '--image', at('half.jpg')], 'longer than 8388608 bytes together'],
    [['--image', at('none.png')], `cannot read ${at('none.png')}: `],
    [['--schema', at('broken.json')], 'broken.json is not JSON'],
    [['--schema', at('list.json')], 'list.json holds no JSON schema: it must be an object'],
    [['--tools', at('tools.json')], 'tools.json holds no tools: 0.function.name: must be 1 to 64 letters'],
    [['--tools', '/dev/zero'], '/dev/zero is longer than 262144 bytes'],
    [['--partial', 'some'], 'drop, keep'],
  ] as const
  for (const [args, text] of cases) {
    const ended = await cli.run(['submit', '--model', 'tiny', ...args, 'x'])
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toContain(text)
  }
  expect(market.seen).toEqual([])
})
