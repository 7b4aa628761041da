import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { billedTokens } from '../../server/src/market/jobs/price.ts'
import type { Floor } from '../conformance/market-floor.ts'
import { openSqliteFloor } from './sqlite-floor.ts'

const PRICE = 1_000_000n
let floor: Floor
let user: string
let host: string
beforeAll(async () => {
  floor = await openSqliteFloor()
  user = await floor.user()
  host = await floor.host({ price: PRICE })
})
afterAll(async () => {
  expect(await floor.faults([])).toEqual([])
  await floor.close()
})

// Pieces of many bytes, so that the bound of a byte a token hides nothing.
test.each<[string, string[], number]>([
  ['one piece', ['Hello'], 1],
  ['as many as there are pieces', ['Hello', ', ', 'world!'], 3],
  ['none for a piece without text', ['Hello', '', ' world', ''], 2],
  ['no piece more than max_tokens', ['one ', 'two ', 'three ', 'four ', 'five '], 4],
])('where the engine says nothing a job costs %s', async (_what, tokens, billed) => {
  const { job_id } = await floor.submit(user, { max_tokens: 4 })
  await floor.next(host)
  await floor.results(host, { job_id, tokens, finish_reason: 'stop' })
  expect(await floor.job(job_id)).toMatchObject({ tokens_generated: billed, charged_nano: BigInt(billed) * PRICE })
})

test('the count of pieces is theirs with text, wherever nothing bounds it', () => {
  const piece = fc.constantFrom('', 'word', ' longer words', 'é')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const withText = pieces.filter((text) => text !== '').length
      expect(billedTokens({ engine_tokens: undefined, pieces, max_tokens: 1000 })).toBe(withText)
    }),
  )
})
