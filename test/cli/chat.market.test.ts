import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerNext } from '../examples/scripted-host.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from '../server/marketplace.ts'
import { runMkt, startMkt } from './run-mkt.ts'

// What the fake marketplace of the other tests cannot show: that the real one and its hosts take what mkt sends.
const folder = mkdtempSync(join(tmpdir(), 'mkt-cli-'))
const file = (name: string, content: string | Buffer) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

let place: Marketplace
let host: TestHost
let user: TestUser
beforeAll(async () => {
  place = await startMarketplace()
  host = await place.host({ models: ['m'], capabilities: ['tools', 'json_schema', 'images'] })
  user = await place.user()
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
  rmSync(folder, { recursive: true })
})

/** A whole PNG of one pixel: the server looks at how a picture begins. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const environment = () => ({ MKT_SERVER: place.url, MKT_TOKEN: user.token, MKT_CONFIG_DIR: folder })
const mkt = (args: string[], stdin = '') => runMkt(args, { stdin, env: environment() })

test('all that submit may send reaches the host, and a call of a tool comes back whole', async () => {
  const parameters = { type: 'object', properties: { town: { type: 'string' } } }
  const tools = [{ type: 'function', function: { name: 'weather', parameters } }]
  const given = [
    ...['--system', 'Be brief.', '--tools', file('tools.json', JSON.stringify(tools))],
    ...['--schema', file('town.json', JSON.stringify(parameters)), '--partial', 'keep', '--max-input-price', '0.1'],
    ...['--image', file('a.png', Buffer.from(PIXEL, 'base64'))],
  ]
  const notes = [
    { at: 1, tool_call: { index: 0, id: 'call_a', name: 'weather' } },
    { at: 2, tool_call: { index: 0 } },
  ]
  const end = { notes, finish_reason: 'tool_calls' }
  const [offer, ended] = await Promise.all([
    // The market looks whether the text fits the schema.
    answerNext(host, ['{"town":"Bonn"}', '{"town":', '"Bonn"}'], end),
    mkt(['submit', '--model', 'none', '--model', 'm', ...given, 'Bonn?']),
  ])
  expect(ended).toMatchObject({ code: 0, stdout: '{"town":"Bonn"}\nweather({"town":"Bonn"})\n' })
  expect(ended.stderr).toContain('\nm answers\n')
  expect(offer).toMatchObject({
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'Bonn?' }, { type: 'image_url' }] },
    ],
    tools,
    response_format: { type: 'json_schema', json_schema: { name: 'town', schema: parameters, strict: true } },
  })
})

test('tools and a schema go to a host that does both; where none does, it is refused by both options', async () => {
  await place.host({ models: ['calls'], capabilities: ['tools'] })
  await place.host({ models: ['calls'], capabilities: ['json_schema'] })
  const tools = file('one.json', '[{"type":"function","function":{"name":"f"}}]')
  const both = ['--tools', tools, '--schema', file('any.json', '{"type":"object"}')]
  const refused = await mkt(['submit', '--model', 'calls', ...both, 'x'])
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toContain('This needs tools, json_schema, which no active host of "calls" can do')
  expect(refused.stderr).toMatch(/\n {2}--tools: needs tools.*\n {2}--schema: needs json_schema/)
  const [offer, ended] = await Promise.all([
    answerNext(host, ['{"ok":true}']),
    mkt(['submit', '--model', 'm', '--n', '1', ...both, 'x']),
  ])
  expect(ended).toMatchObject({ code: 0, stdout: '{"ok":true}\n' })
  expect(offer).toMatchObject({ tools: [{}], response_format: { type: 'json_schema' } })
})

test('several answers are as many jobs, each told apart', async () => {
  const serve = async () => {
    await answerNext(host, ['An ', 'ark.'])
    return await answerNext(host, ['Argo.'])
  }
  const [, ended] = await Promise.all([serve(), mkt(['submit', '--model', 'm', '--n', '2', 'A boat?'])])
  expect(ended.code).toBe(0)
  expect(ended.stdout).toMatch(/^--- 1 of 2 \(job_\w+\)\nAn ark\.\n--- 2 of 2 \(job_\w+\)\nArgo\.\n$/)
})

test('the second line of a chat is asked with the first and its answer', async () => {
  const serve = async () => {
    await answerNext(host, ['An ', 'apple.'])
    return await answerNext(host, ['Red.'])
  }
  const [offer, ended] = await Promise.all([serve(), mkt(['chat', '--model', 'm'], 'Name a fruit.\nIts colour?\n')])
  expect(ended).toEqual({ code: 0, stdout: 'An apple.\nRed.\n', stderr: '' })
  expect(offer.messages).toEqual([
    { role: 'user', content: 'Name a fruit.' },
    { role: 'assistant', content: 'An apple.' },
    { role: 'user', content: 'Its colour?' },
  ])
})

test('Ctrl-C in a chat leaves a cancelled job behind, of which what came is charged', async () => {
  const talk = startMkt(['chat', '--model', 'm'], { stdin: 'count\n', env: environment() })
  const offer = await host.next(30)
  await host.results([{ job_id: offer?.job_id, offset: 0, tokens: ['one ', 'two'] }])
  await talk.until('one two')
  talk.process.kill('SIGINT')
  const { code, stderr } = await talk.ended
  expect(code).toBe(130)
  expect(stderr).toContain('stopped: 2 tokens · 0.002 credits')
  const job = await user.client.call(endpoints.getJob, { params: { job_id: offer?.job_id ?? '' }, query: {} })
  expect(job).toMatchObject({ status: 'failed', error: 'cancelled', output_text: 'one two' })
})
