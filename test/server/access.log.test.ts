import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLog } from '../../server/src/base/log.ts'
import { until } from './contract/until.ts'
import { type Marketplace, startMarketplace } from './marketplace.ts'

let place: Marketplace
const lines: string[] = []
const log = createLog('debug', { write: (line) => void lines.push(line) })
beforeAll(async () => {
  place = await startMarketplace({ log, accessLog: true })
})
beforeEach(() => void lines.splice(0))
afterAll(() => place.stop())

const entries = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)
const requests = () => entries().filter(({ msg }) => msg === 'request')

test('a request is one line at info: route, status, bytes, who asked, and no secret', async () => {
  const buyer = await place.user('reader')
  await place.host({ models: ['logged'] })
  lines.splice(0)
  const body = { model: 'logged', input_text: 'a prompt that nobody else reads', max_tokens: 2 }
  const { job_id } = await buyer.client.call(endpoints.runModel, { body })
  const answer = await fetch(`${place.url}/jobs/${job_id}?wait=0&api_key=mkt_u_secret`, {
    headers: { authorization: buyer.authorization },
  })
  const bytes = (await answer.arrayBuffer()).byteLength
  const [submitted, looked] = requests()
  expect(submitted).toMatchObject({
    level: 'info',
    method: 'POST',
    route: '/run/model',
    status: 202,
    caller: buyer.user_id,
  })
  expect(looked).toEqual({
    level: 'info',
    time: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    msg: 'request',
    request_id: answer.headers.get('x-request-id'),
    method: 'GET',
    route: '/jobs/:job_id',
    status: 200,
    ms: expect.any(Number),
    bytes,
    address: expect.stringContaining('127.0.0.1'),
    caller: buyer.user_id,
  })
  for (const secret of [buyer.token, 'mkt_u_secret', 'nobody else', job_id])
    expect(lines.join('')).not.toContain(secret)
})

test('a stream is logged when it ends, with what it sent', async () => {
  const buyer = await place.user()
  const host = await place.host({ models: ['streamed'] })
  const body = { model: 'streamed', input_text: 'x', max_tokens: 5 }
  const { job_id } = await buyer.client.call(endpoints.runModel, { body })
  await host.next()
  const stream = await fetch(`${place.url}/jobs/${job_id}/stream`, { headers: { authorization: buyer.authorization } })
  const streams = () => requests().filter(({ route }) => route === '/jobs/:job_id/stream')
  await host.results([{ job_id, tokens: ['one'] }])
  expect(streams()).toEqual([])
  await host.results([{ job_id, offset: 1, tokens: [' two'], finish_reason: 'stop' }])
  const sent = await stream.text()
  await until(() => streams().length === 1)
  expect(streams()[0]).toMatchObject({ level: 'info', status: 200, caller: buyer.user_id })
  expect(streams()[0]?.bytes).toBeGreaterThan(sent.length)
})

test('what hosts ask all the time is at debug', async () => {
  const host = await place.host({ models: ['quiet'] })
  lines.splice(0)
  await host.heartbeat()
  await host.next()
  await host.results([])
  expect(requests().map(({ level, route, caller }) => [level, route, caller])).toEqual([
    ['debug', '/hosts/heartbeat', host.host_id],
    ['debug', '/hosts/next-job', host.host_id],
    ['debug', '/hosts/results', host.host_id],
  ])
})

test('a failed login is said with the name of the account, and with no name where there is no such account', async () => {
  const user = await place.user('victim')
  const login = (name: string, password: string) =>
    fetch(`${place.url}/users/me`, { headers: { authorization: `Basic ${btoa(`${name}:${password}`)}` } })
  lines.splice(0)
  await login(user.username, 'a wrong guess')
  await login('typed-my-password-here', 'x')
  await login(user.username, user.password)
  const failed = entries().filter(({ msg }) => msg === 'login failed')
  expect(failed.map(({ level, username }) => [level, username])).toEqual([
    ['info', 'victim'],
    ['info', undefined],
  ])
  expect(failed[0]).toMatchObject({ address: expect.stringContaining('127.0.0.1'), request_id: expect.any(String) })
  expect(requests().map(({ status }) => status)).toEqual([401, 401, 200])
  for (const secret of ['a wrong guess', 'typed-my-password', user.password])
    expect(lines.join('')).not.toContain(secret)
})

test('without an access log the lines are at debug', async () => {
  const quiet: string[] = []
  const other = await startMarketplace({ log: createLog('info', { write: (line) => void quiet.push(line) }) })
  await (await fetch(`${other.url}/models`)).text()
  await other.stop()
  expect(quiet.filter((line) => line.includes('"request"'))).toEqual([])
})
