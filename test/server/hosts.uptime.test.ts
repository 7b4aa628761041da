import { expect, test } from 'vitest'
import { uptimeOf, withSilence } from '../../server/src/market/hosts/uptime.ts'

const DAY = 86_400_000
const host = { registered_at: 0, down_since: null, down_ms: 0, down_at: 0 }

test('a host that never fell silent was there all the while; one that is silent from the beginning on never', () => {
  expect(uptimeOf(host, 400 * DAY)).toBe(1)
  expect(uptimeOf({ ...host, down_since: 0 }, DAY)).toBeCloseTo(0, 1)
  expect(uptimeOf(host, 0)).toBe(1)
})

test('a silence counts while it lasts as it does behind it, and less the longer it is ago', () => {
  const silent = { ...host, down_since: 100 * DAY }
  const during = uptimeOf(silent, 103 * DAY)
  const back = { ...silent, ...withSilence(silent, 103 * DAY), down_since: null }
  expect(uptimeOf(back, 103 * DAY)).toBeCloseTo(during, 6)
  expect(during).toBeGreaterThan(0.85)
  expect(during).toBeLessThan(0.92)
  expect(uptimeOf(back, 133 * DAY)).toBeGreaterThan(during)
  expect(uptimeOf(back, 300 * DAY)).toBeGreaterThan(0.99)
})
