import { market } from '@mkt/schemas'
import { ApiError, buildUrl, createClient, isCleanRefusal, UnreachableError } from '@mkt/schemas/client'
import { expect, test } from 'vitest'

/** A client whose server is away, and what it was asked. */
function away(retries: number) {
  const asked: string[] = []
  const client = createClient({
    baseUrl: 'http://market.invalid',
    retries,
    fetch: async (_url, { method }) => {
      asked.push(String(method))
      throw new TypeError('fetch failed')
    },
  })
  return { asked, client }
}

test('what changes nothing is asked again where the server is away, as often as it was told', async () => {
  const { asked, client } = away(2)
  await expect(client.call(market.models, {})).rejects.toThrow(UnreachableError)
  expect(asked).toEqual(['GET', 'GET', 'GET'])
})

test('what may have happened is never asked again by itself', async () => {
  const { asked, client } = away(5)
  const body = { model: 'm', input_text: 'x' }
  await expect(client.call(market.runModel, { body })).rejects.toThrow(UnreachableError)
  await expect(client.call(market.cancelJob, { params: { job_id: 'job_1' } })).rejects.toThrow(UnreachableError)
  expect(asked).toEqual(['POST', 'POST'])
})

test('an id is a part of a path and cannot reach another one', () => {
  const url = (job_id: string) => buildUrl('http://host/base/', market.getJob, { params: { job_id } })
  expect(url('job_1')).toBe('http://host/base/jobs/job_1')
  expect(url('../users/me?x#y')).toBe('http://host/base/jobs/..%2Fusers%2Fme%3Fx%23y')
})

test.each<[number, ApiError['code'], boolean]>([
  [400, 'invalid_request', true],
  [402, 'insufficient_credits', true],
  [409, 'idempotency_conflict', true],
  // The first request with the key is still being handled: it may yet happen.
  [409, 'conflict', false],
  [408, 'invalid_request', false],
  [429, 'rate_limited', false],
  [503, 'no_host_available', false],
  // A proxy answered in the place of the server.
  [404, 'internal_error', false],
])('after a %i %s it is certain that nothing happened: %s', (status, code, certain) => {
  expect(isCleanRefusal(new ApiError(status, code, 'no'))).toBe(certain)
})

test('where no answer came, nothing is certain', () => {
  expect(isCleanRefusal(new UnreachableError('http://market.invalid', new Error('reset')))).toBe(false)
})
