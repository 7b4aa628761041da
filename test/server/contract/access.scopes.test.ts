import { type Endpoint, market as endpoints, SCOPES, type Scope } from '@mkt/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeRole } from '../../../server/src/accounts/user-store.ts'
import { type Marketplace, startMarketplace } from '../marketplace.ts'
import { ask } from './ask.ts'

const NOBODY = 'x_00000000000000000000000000'
let place: Marketplace
/** Tokens of an admin: one for each scope alone, one with all, one without any. */
let tokens: Record<string, string>
let password: string
beforeAll(async () => {
  place = await startMarketplace({ trust: 'strangers' })
  const admin = await place.user('ruler')
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
  password = `Basic ${Buffer.from('ruler:correct horse').toString('base64')}`
  const make = async (name: string, scopes?: readonly Scope[]) => {
    const body = { name, ...(scopes ? { scopes: [...scopes] } : {}) }
    return [name, `Bearer ${(await place.connect(password).call(endpoints.createToken, { body })).token}`]
  }
  tokens = Object.fromEntries([
    ...(await Promise.all(SCOPES.map((scope) => make(scope, [scope])))),
    await make('all', SCOPES),
    await make('unscoped'),
  ])
})
afterAll(() => place.stop())

const ofUsers = (Object.values(endpoints) as Endpoint[]).filter(({ credential }) =>
  ['user', 'optional-user', 'user-or-host', 'admin'].includes(credential),
)

/** Nothing but a credential: whoever is let through meets a fault of the request, and nothing happens. */
async function refused(endpoint: Endpoint, as: string | undefined): Promise<boolean> {
  const path = endpoint.path.replace(/\{\w+\}/g, NOBODY)
  const json = endpoint.method === 'GET' ? {} : { json: { left: 'out', password: 'wrong' } }
  // A stream of changes goes on for as long as its query says.
  const query = endpoint.name === 'changes' ? '?seconds=0' : ''
  const { status, text } = await ask(place.url, `${endpoint.method} ${path}${query}`, { as, ...json })
  return status === 403 && /This token may|This needs username and password/.test(text)
}

test('every endpoint for users says which scope it needs, and none of an admin', () => {
  const silent = ofUsers.filter(({ credential, scope }) => (credential === 'admin') !== (scope === undefined))
  expect(silent.map(({ name }) => name)).toEqual([])
  const guarded = ofUsers.filter((endpoint) => endpoint.guarded)
  expect(
    guarded.every(({ scope }) => ['withdraw', 'account', 'documents', 'hosts:write'].includes(String(scope))),
  ).toBe(true)
})

describe.each(ofUsers)('$method $path', (endpoint) => {
  test('takes the tokens that its scope names, and the password', async () => {
    const { scope, guarded } = endpoint
    const names = ['password', ...Object.keys(tokens)]
    const found = await Promise.all(
      names.map(async (name) => [name, !(await refused(endpoint, { password, ...tokens }[name]))]),
    )
    const wanted = names.map((name) => {
      if (name === 'password') return [name, true]
      if (name === 'unscoped') return [name, !guarded]
      return [name, scope === null || (scope !== undefined && (name === 'all' || name === scope))]
    })
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted))
  })
})
