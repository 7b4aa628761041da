import { market } from '@mkt/schemas'
import { buildUrl, createClient, UnreachableError } from '@mkt/schemas/client'
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
