import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseCredits } from '@mkt/schemas'
import { describe, expect, test } from 'vitest'
import { lockState } from '../../agent/src/lock.ts'
import { setPaused, setTerms } from '../../agent/src/operations/change-host.ts'
import { rotateKey } from '../../agent/src/operations/rotate-key.ts'
import { bench, SERVER } from './agent-under-test.ts'
import { ioUnderTest } from './io-under-test.ts'

describe('mkt-agent set', () => {
  test('changes price and models at the server, and says what a start will do', async () => {
    const { run, market, register, state, out, err } = ioUnderTest()
    register({ served: ['tiny', 'big'], follows_from: '0.5' })
    const given = { price: '0.002', model: ['tiny', 'big=org/big'] }
    expect(await run((io, flags) => setTerms(io, { ...flags, ...given }))).toBe(0)
    expect(market.account.host).toMatchObject({ price_per_token: 2_000_000n, models: ['tiny', 'big'], paused: false })
    expect(out[0]).toBe('host_01: 0.002 credits per token for tiny, big')
    expect(err.join()).toContain('A start with other settings sets them back')
    expect(state.load(SERVER)?.registered).toMatchObject({ price_per_token: '0.002', models: ['tiny', 'big'] })
    expect(state.load(SERVER)?.follows_from).toBeUndefined()
  })

  test('of a price for what is read changes that alone, and refuses one that is none', async () => {
    const { run, market, register, state, out } = ioUnderTest()
    register()
    const { price_per_token } = market.account.host
    expect(await run((io, flags) => setTerms(io, { ...flags, inputPrice: '0.0001' }))).toBe(0)
    expect(market.account.host).toMatchObject({ price_per_token, price_per_input_token: 100_000n })
    expect(out[0]).toContain(', 0.0001 per token that is read, for')
    expect(state.load(SERVER)?.registered).toMatchObject({ price_per_input_token: '0.0001' })
    expect(await run((io, flags) => setTerms(io, { ...flags, inputPrice: '-1' }))).toBe(2)
  })

  test('of a model that the agent does not serve says so, and announces it only where that is meant', async () => {
    const { run, market, register, err } = ioUnderTest()
    register({ served: ['tiny', 'big'] })
    const set = (given: object) => run((io, flags) => setTerms(io, { ...flags, model: ['tiny', 'nope'], ...given }))
    expect(await set({})).toBe(2)
    expect(err[0]).toContain('does not serve nope; it serves tiny and big')
    expect(market.calls).toEqual([])
    expect(await set({ yes: true })).toBe(0)
    expect(market.account.host.models).toEqual(['tiny', 'nope'])
    expect(err.join()).toContain('Nobody gets nope before an agent is started that serves it.')
  })

  test('of a price that looks like a slip asks, and wants --yes where nobody can be asked', async () => {
    const { run, market, register, err } = ioUnderTest()
    register()
    const asked: string[] = []
    const asker = (answer: boolean) => ({
      confirm: async (message: string) => {
        asked.push(message)
        return answer
      },
      choose: async () => [],
      line: async () => '',
    })
    const set = (given: object, ask?: ReturnType<typeof asker>) =>
      run((io, flags) => setTerms(io, { ...flags, price: '9000000', ...given }, ask))
    const { price_per_token } = market.account.host
    expect(await set({})).toBe(2)
    expect(err.join()).toMatch(/hardly anyone will pay[\s\S]*--yes/)
    expect(await set({}, asker(false))).toBe(2)
    expect(market.account.host.price_per_token).toBe(price_per_token)
    expect(await set({}, asker(true))).toBe(0)
    expect(market.account.host.price_per_token).toBe(parseCredits('9000000'))
    expect(asked).toEqual([expect.stringContaining('Set it all the same?'), expect.anything()])
    expect(await set({ price: '0', yes: true })).toBe(0)
    expect(await set({ price: '0.002' })).toBe(0)
  })

  test.each([
    [{}, 'nothing to set'],
    [{ price: 'much' }, '--price must be'],
    [{ price: '-1' }, '--price must be'],
    [{ model: ['=x'] }, '--model must be'],
  ])('%o is wrong usage', async (given, says) => {
    const { run, register, market, err } = ioUnderTest()
    register()
    expect(await run((io, flags) => setTerms(io, { ...flags, ...given }))).toBe(2)
    expect(err.join()).toContain(says)
    expect(market.calls).toHaveLength(0)
  })
})

test('mkt-agent pause and resume stop jobs and let them come again', async () => {
  const { run, market, register, out } = ioUnderTest()
  register()
  Object.assign(market.submit(), { state: 'running', attempt: 1 })
  expect(await run((io, flags) => setPaused(io, flags, true))).toBe(0)
  expect(market.account.host.paused).toBe(true)
  expect(await run((io, flags) => setPaused(io, { ...flags, json: true }, false))).toBe(0)
  expect(market.account.host.paused).toBe(false)
  expect(out[0]).toContain('host_01 is paused: it gets no further job')
  expect(JSON.parse(out[1] as string)).toMatchObject({ host_id: 'host_01', paused: false })
})

describe('a start with another price or other models', () => {
  test('changes them at the server, once, and only warns of what stays', async () => {
    const { market, effects, start, lines, state } = bench()
    const ready = (count: number) => () => market.paths('/hosts/next-job').length >= count
    const first = start()
    await effects.until(ready(1))
    first.kill()
    const changed = { price_nano: parseCredits('0.5') as bigint, models: [{ name: 'tiny' }, { name: 'big' }] }
    const second = start({ ...changed, max_tokens: 99 })
    await effects.until(ready(2))
    second.kill()
    start({ ...changed, max_tokens: 99 })
    await effects.until(ready(3))
    const changes = market.calls.filter(({ method }) => method === 'PATCH')
    expect(changes.map(({ body }) => body)).toEqual([{ price_per_token: 500_000_000n, models: ['tiny', 'big'] }])
    expect(state.saved.get(SERVER)?.registered).toMatchObject({ price_per_token: '0.5', models: ['tiny', 'big'] })
    expect(market.registered).toHaveLength(1)
    const warnings = lines.filter(({ level, msg }) => level === 40 && msg.includes('registered with'))
    expect(warnings.map(({ msg }) => msg)[0]).toMatch(/^registered with max_tokens 4096 \(now 99\): /)
    expect(warnings.map(({ msg }) => msg).join()).not.toContain('price')
  })

  test('tells the GPU of now, and keeps the one that was told while none can be seen', async () => {
    const { market, effects, start, state } = bench()
    const ready = (count: number) => () => market.paths('/hosts/next-job').length >= count
    const gpus = (csv: string) => {
      effects.run = async () => csv
    }
    gpus('35, NVIDIA H100\n')
    const first = start({ gpu: undefined })
    await effects.until(ready(1))
    expect(market.registered[0]?.gpu).toBe('NVIDIA H100')
    first.kill()
    gpus('35, NVIDIA H100\n0, NVIDIA H100\n')
    const second = start({ gpu: undefined })
    await effects.until(ready(2))
    second.kill()
    gpus('')
    const third = start({ gpu: undefined })
    await effects.until(ready(3))
    third.kill()
    start({ gpu: 'two of them' })
    await effects.until(ready(4))
    const changes = market.calls.filter(({ method }) => method === 'PATCH')
    expect(changes.map(({ body }) => body)).toEqual([{ gpu: '2 x NVIDIA H100' }, { gpu: 'two of them' }])
    expect(state.saved.get(SERVER)?.registered.gpu).toBe('two of them')
  })

  test('sets back what a command changed while the agent ran', async () => {
    const { market, effects, start, state } = bench()
    const first = start()
    await effects.until(() => market.paths('/hosts/next-job').length > 0)
    const identity = state.load(SERVER)
    if (!identity) throw new Error('it is registered')
    state.save({ ...identity, registered: { ...identity.registered, price_per_token: '9' } })
    let ended = false
    void first.done.then(() => {
      ended = true
    })
    first.drain('SIGTERM')
    await effects.until(() => ended)
    start()
    await effects.until(() => market.account.host.price_per_token === 1_000_000n)
  })
})

describe('mkt-agent rotate-key', () => {
  test('saves the new key, readable by its owner only', async () => {
    const { run, market, register, state, err } = ioUnderTest()
    const { api_key } = register()
    expect(await run(rotateKey)).toBe(0)
    const saved = state.load(SERVER)
    expect(saved?.api_key).toBe(market.account.key)
    expect(saved?.api_key).not.toBe(api_key)
    expect(err.join()).toContain('The old key is revoked')
  })

  test('is refused while an agent runs with the key', async () => {
    const { run, market, register, dir, err } = ioUnderTest()
    const { api_key } = register()
    const lock = await lockState(dir)
    expect(await run(rotateKey)).toBe(4)
    await lock.release()
    expect(err.join()).toContain(`kill ${process.pid}`)
    expect(market.account.key).toBe(api_key)
  })

  test('whose answer is lost says what has become of the key', async () => {
    const { run, market, register, err, state } = ioUnderTest()
    register()
    market.away = true
    expect(await run(rotateKey)).toBe(1)
    market.away = false
    market.answerTo = (path) => {
      market.deaf = path.endsWith('rotate-key')
      return undefined
    }
    expect(await run(rotateKey)).toBe(3)
    expect(err.join()).toContain('the answer with the new one was lost')
    expect(state.load(SERVER)?.api_key).not.toBe(market.account.key)
  })

  test('prints the key where it cannot be saved any more', async () => {
    const { run, market, register, out, dir, err } = ioUnderTest()
    register()
    market.answerTo = (path) => {
      if (path.endsWith('rotate-key')) blockFiles(dir)
      return undefined
    }
    expect(await run(rotateKey)).toBe(1)
    expect(out).toEqual([market.account.key])
    expect(err.join()).toContain('printed above')
  })
})

/** Makes every further write of the state fail, for root as well: its drafts become folders. */
function blockFiles(dir: string): void {
  for (const name of readdirSync(dir)) mkdirSync(join(dir, `${name}.new`))
}
