import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Marketplace, startMarketplace, type TestUser } from '../marketplace.ts'

let place: Marketplace
beforeAll(async () => {
  const limits = { unfunded_bytes: 300_000, unfunded_bytes_per_hour: 600_000 }
  place = await startMarketplace({ trust: 'strangers', signupCredits: 0, limits })
})
afterAll(() => place.stop())

async function upload({ authorization }: TestUser, bytes: number) {
  const body = new FormData()
  body.set('purpose', 'batch')
  body.set('file', new Blob(['x'.repeat(bytes)]), 'a.jsonl')
  const answer = await fetch(`${place.url}/v1/files`, { method: 'POST', headers: { authorization }, body })
  return [answer.status, ((await answer.json()) as { error?: { code: string } }).error?.code]
}

// Before: 512 MiB of each account, which costs nothing.
test('files of an account without credits are small, and those of all such accounts together bounded', async () => {
  const user = await place.user()
  expect(await upload(user, 200_000)).toEqual([200, undefined])
  expect(await upload(user, 200_000)).toEqual([429, 'too_many_queued'])
  expect(await upload(user, 50_000)).toEqual([200, undefined])
  expect(await upload(await place.user(), 290_000)).toEqual([200, undefined])
  expect(await upload(await place.user(), 290_000)).toEqual([429, 'rate_limit_exceeded'])
})
