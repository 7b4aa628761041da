import { mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { agentWith, lockState, StateInUseError } from '../../agent/src/lock.ts'
import { openState, StateFileError } from '../../agent/src/state.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'mkt-agent-state-'))

const identity = {
  server: 'http://a.test',
  host_id: 'host_01',
  api_key: 'mkt_h_secret',
  registered: {
    gpu: 'x',
    models: ['tiny'],
    price_per_token: '0.001',
    backend: 'worker',
    endpoint_url: null,
    max_tokens: 4096,
  },
  instances: [{ instance: 'i', machine: 'm' }],
}

describe('the state directory', () => {
  test('keeps an identity per server, readable by its owner only', () => {
    const dir = join(folder(), 'deep', 'er')
    const state = openState(dir)
    expect(state.load(identity.server)).toBeUndefined()
    state.save(identity)
    expect(openState(dir).load(identity.server)).toEqual(identity)
    expect(state.load('http://b.test')).toBeUndefined()
    expect(statSync(state.where(identity.server)).mode & 0o777).toBe(0o600)
    expect(statSync(dir).mode & 0o777).toBe(0o700)
    expect(readdirSync(dir)).toHaveLength(1)
  })

  test('keeps the key of an earlier host', () => {
    const state = openState(folder())
    const path = state.archive(identity)
    expect(readFileSync(path, 'utf8')).toContain('mkt_h_secret')
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('says what to do about a damaged file', () => {
    const state = openState(folder())
    writeFileSync(state.where(identity.server), '{"server": ')
    expect(() => state.load(identity.server)).toThrow(StateFileError)
    expect(() => state.load(identity.server)).toThrow(/restore it from a backup, or move it away/)
  })
})

test('the lock is held by one, by whatever path, until it is released', async () => {
  const dir = folder()
  const alias = join(folder(), 'alias')
  symlinkSync(dir, alias)
  const lock = await lockState(dir)
  await expect(lockState(alias)).rejects.toThrow(StateInUseError)
  await expect(lockState(dir)).rejects.toThrow(`pid ${process.pid}`)
  expect(await agentWith(alias)).toBe(String(process.pid))
  await (await lockState(folder())).release()
  await lock.release()
  expect(await agentWith(dir)).toBeUndefined()
  await (await lockState(alias)).release()
})
