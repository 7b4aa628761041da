import { afterEach, expect, test } from 'vitest'
import { isReservedName } from '../../../server/src/accounts/reserved-names.ts'
import { ask } from '../contract/ask.ts'
import { type Marketplace, startMarketplace } from '../marketplace.ts'

let place: Marketplace | undefined
afterEach(() => place?.stop())

test.each([
  ...['operator', 'Admin', 'ROOT', 'mkt', 'support', 'security'],
  ...['0perator', 'adm1n', 'adrnin', 'r00t', 'm.k.t', 'supp0rt', 'sec-urity'],
  ...['admin2', 'support_01', 'mkt-support', 'mkt.support-team'],
])('%s passes for the operator', (name) => {
  expect(isReservedName(name)).toBe(true)
})

test.each(['ada', 'grace.hopper', 'roots', 'admiral', 'supporter', 'helpful-bob', 'john.support', 'mktg', '1234'])(
  '%s does not',
  (name) => {
    expect(isReservedName(name)).toBe(false)
  },
)

const signUp = (url: string, username: string) =>
  ask(url, 'POST /users', { json: { username, email: `${username}@example.com`, password: 'correct horse' } })

// Before: whoever came first was `operator`.
test('a stranger does not sign up under a name that passes for the operator, and is told why', async () => {
  place = await startMarketplace({ trust: 'strangers' })
  const refused = await signUp(place.url, '0perator')
  expect(refused).toMatchObject({
    status: 400,
    body: {
      error: 'invalid_request',
      details: [{ path: 'body.username', message: expect.stringContaining('reserved') }],
    },
  })
  expect((await signUp(place.url, 'ada')).status).toBe(201)
})

test("among one's own anybody is who they say", async () => {
  place = await startMarketplace({ trust: 'own' })
  expect((await signUp(place.url, 'operator')).status).toBe(201)
})
