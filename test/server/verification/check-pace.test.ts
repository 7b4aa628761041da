import { expect, test } from 'vitest'
import type { Suspect } from '../../../server/src/market/verification/candidate-store.ts'
import { betweenMs, countsAsRoutine } from '../../../server/src/market/verification/check-pace.ts'
import { beginTest } from '../../../server/src/market/verification/sequential-test.ts'
import { seeded } from './seeded.ts'

const CLEAR = { ...beginTest(), doubt: -100 }
const HOUR = 3_600_000
const suspect = (of: Partial<Suspect>, test = CLEAR): Suspect => ({
  ...{ host_id: 'a', owner_user_id: null, model: 'm', price_nano: 1n, input_price_nano: 0n, max_tokens: 100 },
  ...{ verdict: 'verified', disputed: 0, flagged: 0, related: 0, state_json: JSON.stringify(test) },
  ...of,
})

test.each(['disputed', 'flagged', 'related'])(
  'a clear host that is %s is paid no later for being looked at more',
  (why) => {
    const looked = suspect({ [why]: 1 })
    const chance = seeded(3)
    const days = 1000
    const begun = (days * 24 * HOUR) / betweenMs(looked)
    let routine = 0
    for (let at = 0; at < begun; at++) if (countsAsRoutine(looked, chance)) routine += 1
    const usual = (days * 24 * HOUR) / betweenMs(suspect({}))
    expect(begun / usual).toBe(36)
    expect(routine / usual).toBeGreaterThan(0.95)
    expect(routine / usual).toBeLessThan(1.05)
  },
)

test('every check of a host that nobody complains of is routine, none of one that is doubted or unknown', () => {
  expect(countsAsRoutine(suspect({}), () => 0.99)).toBe(true)
  expect(countsAsRoutine(suspect({}, { ...CLEAR, doubt: 0 }), () => 0)).toBe(false)
  expect(countsAsRoutine(suspect({ verdict: 'undecided' }), () => 0)).toBe(false)
  expect(countsAsRoutine(suspect({ verdict: null, state_json: null }), () => 0)).toBe(false)
})
