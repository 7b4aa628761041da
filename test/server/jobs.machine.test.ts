import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterLoss, MAX_FAILURES, TRANSITIONS } from '../../server/src/market/jobs/machine.ts'

test.each([
  // code, retryable, unharmed, failures before, seen -> what becomes of the job
  ['host_lost', true, false, 0, false, { next: 'requeue', failures: 1, exclude: true }],
  ['host_lost', true, false, 1, false, { next: 'requeue', failures: 2, exclude: true }],
  ['host_lost', true, false, 2, false, { next: 'fail', error: 'host_lost' }],
  ['host_lost', true, false, 0, true, { next: 'fail', error: 'host_lost' }],
  ['out_of_memory', true, false, 0, false, { next: 'requeue', failures: 1, exclude: true }],
  ['out_of_memory', false, false, 0, false, { next: 'fail', error: 'out_of_memory' }],
  ['handed_back', true, true, 0, false, { next: 'requeue', failures: 0, exclude: false }],
  ['handed_back', true, true, 2, false, { next: 'requeue', failures: 2, exclude: false }],
  ['handed_back', true, true, 0, true, { next: 'fail', error: 'host_lost' }],
] as const)(
  '%s, retryable %s, unharmed %s, after %d failures, seen %s',
  (code, retryable, unharmed, failures, seen, becomes) => {
    expect(afterLoss({ code, retryable, unharmed }, { failures, seen, known: false })).toEqual(becomes)
  },
)

test.each([
  // failures before, seen, retryable -> what becomes of the job
  [0, false, true, { next: 'requeue', failures: 0, exclude: true }],
  [2, false, true, { next: 'requeue', failures: 2, exclude: true }],
  [0, true, true, { next: 'fail', error: 'engine_unreachable' }],
  [0, false, false, { next: 'fail', error: 'engine_unreachable' }],
] as const)(
  'an engine that could not be reached, after %d failures, seen %s, retryable %s',
  (failures, seen, retryable, becomes) => {
    const loss = { code: 'engine_unreachable', retryable, unharmed: false, untried: true }
    expect(afterLoss(loss, { failures, seen, known: false })).toEqual(becomes)
  },
)

test.each([
  // own standing, best other, failures before, retryable -> failures after; undefined: the job has failed
  [0, 1, 0, true, 1],
  [0, 1, 0, false, 1],
  [0, 2, 2, true, 2],
  [0, 0, 1, true, 2],
  [0, 0, 2, true, undefined],
  [1, 0, 1, true, 2],
  [1, 2, 0, false, 2],
  [2, 1, 1, false, undefined],
  [2, 1, 2, true, undefined],
] as const)(
  'a stranger of standing %d, another of %d left, after %d failures, retryable %s',
  (own, best, failures, retryable, left) => {
    const job = { failures, seen: false, known: true, doubt: { own, best } }
    const after = afterLoss({ code: 'x', retryable, unharmed: false }, job)
    expect(after).toEqual(
      left === undefined ? { next: 'fail', error: 'x' } : { next: 'requeue', failures: left, exclude: true },
    )
  },
)

// Before: one engine's refusal ended a job that the next host would have run.
test.each([
  // failures before, another could run it, the host says that its engine refuses it -> what becomes of the job
  [0, true, true, { next: 'requeue', failures: 2, exclude: true }],
  [1, true, true, { next: 'fail', error: 'request_refused' }],
  [2, true, true, { next: 'fail', error: 'request_refused' }],
  [0, false, true, { next: 'fail', error: 'request_refused' }],
  [0, true, false, { next: 'fail', error: 'request_refused' }],
] as const)('a refusal after %d failures, another host %s, reported %s', (failures, elsewhere, refused, becomes) => {
  const loss = { code: 'request_refused', retryable: false, unharmed: false, refused }
  expect(afterLoss(loss, { failures, seen: false, known: false, elsewhere })).toEqual(becomes)
})

test.each([
  // retryable, unharmed, failures before -> what becomes of a job whose text is known
  [true, false, 0, { next: 'continue', failures: 1, exclude: true }],
  [true, true, 2, { next: 'continue', failures: 2, exclude: false }],
  [true, false, 2, { next: 'fail', error: 'host_lost' }],
  [false, false, 0, { next: 'fail', error: 'host_lost' }],
] as const)(
  'a text that was read goes on: retryable %s, unharmed %s, after %d failures',
  (retryable, unharmed, failures, becomes) => {
    expect(afterLoss({ code: 'host_lost', retryable, unharmed }, { failures, seen: true, known: true })).toEqual(
      becomes,
    )
  },
)

test('a seen job whose text is not known never runs again, and no losses run a job more often than allowed', () => {
  const loss = fc.record({ code: fc.string(), retryable: fc.boolean(), unharmed: fc.boolean() })
  fc.assert(
    fc.property(fc.array(loss, { minLength: 1, maxLength: 20 }), fc.boolean(), (losses, seen) => {
      let failures = 0
      for (const one of losses) {
        const after = afterLoss(one, { failures, seen, known: false })
        if (after.next === 'fail') return
        expect(seen).toBe(false)
        expect(one.retryable).toBe(true)
        expect(after.exclude).toBe(!one.unharmed)
        expect(after.failures).toBe(failures + (one.unharmed ? 0 : 1))
        expect(after.failures).toBeLessThan(MAX_FAILURES)
        failures = after.failures
      }
    }),
  )
})

test('the state table has no way out of an end, and every state is reached from queued', () => {
  const arrows: { from: string; to: string }[] = Object.values(TRANSITIONS)
  expect(arrows.filter(({ from }) => from === 'completed' || from === 'failed')).toEqual([])
  const reached = new Set<string>(['queued'])
  for (let round = 0; round < arrows.length; round++)
    for (const { from, to } of arrows) if (reached.has(from)) reached.add(to)
  expect(reached).toEqual(new Set(['queued', 'running', 'completed', 'failed']))
  expect(arrows.some(({ from, to }) => from === 'queued' && to === 'completed')).toBe(false)
})
