import { market as endpoints } from '@mkt/schemas'
import { expect, test } from 'vitest'
import { startMarketplace } from './marketplace.ts'

test('a marketplace whose database takes no writes says that it is degraded', async () => {
  const place = await startMarketplace()
  try {
    const health = () => place.connect().call(endpoints.health, {})
    expect(await health()).toEqual({ status: 'ok', active_hosts: 0, queued_jobs: 0 })
    const failing = place.database.failing
    place.database.failing = () => true
    expect((await health()).status).toBe('degraded')
    place.database.failing = failing
    expect((await health()).status).toBe('ok')
  } finally {
    await place.stop()
  }
})

test('a server is ready until it drains, and while it can read its database', async () => {
  const place = await startMarketplace()
  try {
    const status = async () => (await fetch(`${place.url}/ready`)).status
    expect(await place.connect().call(endpoints.ready, {})).toEqual({ status: 'ready' })
    const { get } = place.database
    place.database.get = async () => {
      throw new Error('Postgres is away')
    }
    expect(await status()).toBe(503)
    place.database.get = get
    expect(await status()).toBe(200)
    place.drain()
    expect(await status()).toBe(503)
    const health = await fetch(`${place.url}/health`)
    expect([health.status, health.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await health.json()).toEqual({ status: 'draining', active_hosts: 0, queued_jobs: 0 })
  } finally {
    await place.stop()
  }
})
