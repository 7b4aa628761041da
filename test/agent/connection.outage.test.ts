import { market } from '@mkt/schemas'
import { describe, expect, test } from 'vitest'
import { Connection, type PersistOptions, RefusedError } from '../../agent/src/connection.ts'
import { createLog } from '../../agent/src/log.ts'
import { Marketplace } from './marketplace.ts'
import { virtualEffects } from './virtual-effects.ts'

function bench() {
  const effects = virtualEffects()
  const server = new Marketplace(effects)
  effects.fetch = server.fetch
  const lines: string[] = []
  const log = createLog({ write: (text) => lines.push(JSON.parse(text).msg) })
  const connection = new Connection({ server: 'http://market.test', effects, log })
  const stop = new AbortController()
  const outcome: { value?: unknown; error?: unknown } = {}
  const ask = (more: Partial<PersistOptions> = {}) => {
    const options = { signal: stop.signal, ...more }
    connection
      .persist(() => connection.client.call(market.hostMe, {}), options)
      .then(
        (value) => Object.assign(outcome, { value }),
        (error) => Object.assign(outcome, { error }),
      )
  }
  return { effects, server, lines, ask, stop, outcome }
}

const over = (outcome: object) => () => Object.keys(outcome).length > 0

describe('a call that persists', () => {
  test('waits as long as the server asks it to', async () => {
    const { effects, server, ask, outcome, lines } = bench()
    let answers = 0
    const busy = { status: 429, body: { error: 'rate_limited', message: 'slowly' }, headers: { 'retry-after': '20' } }
    server.answerTo = () => (answers++ < 2 ? busy : undefined)
    ask()
    await effects.until(over(outcome))
    expect(outcome.value).toBeDefined()
    expect(effects.monotonic()).toBeGreaterThanOrEqual(40_000)
    expect(lines).toEqual([expect.stringContaining('429 rate_limited, "slowly"'), expect.stringContaining('is back')])
  })

  test('says nothing of one broken connection', async () => {
    const { effects, server, ask, outcome, lines } = bench()
    let tries = 0
    effects.fetch = async (url, init) => {
      if (tries++ === 0) throw new TypeError('other side closed')
      return server.fetch(url, init)
    }
    ask()
    await effects.until(over(outcome))
    expect(outcome.value).toBeDefined()
    expect(lines).toEqual([])
  })

  test('ends where the server does not know the key', async () => {
    const { effects, server, ask, outcome } = bench()
    server.answerTo = () => ({ status: 401, body: { error: 'unauthorized', message: 'no' } })
    ask()
    await effects.until(over(outcome))
    expect(outcome.error).toBeInstanceOf(RefusedError)
  })

  test('ends at a 403 where it is not the call of a host', async () => {
    const { effects, server, ask, outcome } = bench()
    server.answerTo = () => ({ status: 403, body: { error: 'forbidden', message: 'no' } })
    ask({ forbiddenIsFinal: true })
    await effects.until(over(outcome))
    expect(outcome.error).toBeInstanceOf(RefusedError)
  })

  test('of a host that is disabled asks every few minutes until it is let in again, and says both once', async () => {
    const { effects, server, ask, outcome, lines } = bench()
    let disabled = true
    server.answerTo = () =>
      disabled ? { status: 403, body: { error: 'forbidden', message: 'It was disabled.' } } : undefined
    for (let calls = 0; calls < 3; calls++) ask()
    await effects.pass(3_600_000)
    expect(server.calls.length).toBeGreaterThan(3 * 15)
    expect(server.calls.length).toBeLessThan(3 * 35)
    expect(lines).toEqual([
      expect.stringMatching(/says "It was disabled\." Its earnings stay[\s\S]*takes jobs again by itself/),
    ])
    expect(lines.join()).not.toContain('register-again')
    disabled = false
    await effects.until(over(outcome))
    expect(outcome.value).toMatchObject({ host_id: 'host_01' })
    expect(lines.slice(1)).toEqual([expect.stringMatching(/^the host is let in again after 1 h/)])
  })

  test('ends at an answer that its caller wants to see', async () => {
    const { effects, server, ask, outcome } = bench()
    server.answerTo = () => ({ status: 400, body: { error: 'invalid_request', message: 'no' } })
    ask({ final: () => true })
    await effects.until(over(outcome))
    expect(outcome.error).toMatchObject({ status: 400 })
  })

  test('ends when it is aborted, also while it waits', async () => {
    const { effects, server, ask, outcome, stop } = bench()
    server.away = true
    ask()
    await effects.pass(100_000)
    stop.abort(new Error('enough'))
    await effects.until(over(outcome))
    expect(outcome.error).toMatchObject({ message: 'enough' })
  })

  test('outlives answers that no marketplace gives', async () => {
    const { effects, server, ask, outcome } = bench()
    let answers = 0
    const { fetch } = server
    effects.fetch = async (url, init) => {
      const answer = await fetch(url, init)
      return answers++ < 3 ? (new (answer.constructor as typeof Response)('<html>sign in</html>') as never) : answer
    }
    ask()
    await effects.until(over(outcome))
    expect(outcome.value).toMatchObject({ host_id: 'host_01' })
  })
})
