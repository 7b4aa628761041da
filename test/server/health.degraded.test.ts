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
