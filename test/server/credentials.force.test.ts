import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { credentialByHash } from '../../server/src/accounts/credential-store.ts'
import { createVerifier, deriveOnPool, hashPassword } from '../../server/src/accounts/passwords.ts'
import { hashSecret } from '../../server/src/accounts/secrets.ts'
import { changeRole, erasePerson } from '../../server/src/accounts/user-store.ts'
import { documentsKey } from './documents-key.ts'
import { type Marketplace, startMarketplace, type TestUser } from './marketplace.ts'

let place: Marketplace
let admin: TestUser
beforeAll(async () => {
  place = await startMarketplace()
  admin = await place.user('operator')
  await place.database.transaction((tx) => changeRole(tx, admin.user_id, 'admin'))
})
afterAll(() => place.stop())

const basic = ({ username, password }: TestUser) => `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
const me = (authorization: string) => place.connect(authorization).call(endpoints.me, {})

test('a disabled account is shut out with its password as with its token', async () => {
  const user = await place.user()
  const change = (disabled: boolean) =>
    admin.client.call(endpoints.changeUser, { params: { user_id: user.user_id }, body: { disabled } })
  await change(true)
  for (const authorization of [user.authorization, basic(user)])
    await expect(me(authorization)).rejects.toMatchObject({ status: 403 })
  await change(false)
  for (const authorization of [user.authorization, basic(user)])
    expect((await me(authorization)).user_id).toBe(user.user_id)
})

test('with an account end its tokens, its password and its documents keys, also on paper', async () => {
  const user = await place.user()
  const key = await documentsKey(admin.client, user.client, user.user_id)
  await user.client.call(endpoints.closeAccount, { body: { password: user.password } })
  for (const authorization of [user.authorization, basic(user)])
    await expect(me(authorization)).rejects.toMatchObject({ status: 401 })
  for (const secret of [user.token, key])
    expect((await credentialByHash(place.database, hashSecret(secret)))?.revoked_at, secret.slice(0, 6)).not.toBeNull()
})

test('a token whose account ended by other hands opens nothing, revoked or not', async () => {
  const user = await place.user()
  await place.database.transaction((tx) => erasePerson(tx, user.user_id, 1))
  await expect(me(user.authorization)).rejects.toMatchObject({ status: 401 })
})

test('a host key that was rotated away does not adopt the host; the new one does', async () => {
  const owner = await place.user()
  const host = await place.host()
  const { api_key } = await host.client.call(endpoints.rotateHostKey, {})
  const adopt = (key: string) => owner.client.call(endpoints.adoptHost, { body: { api_key: key } })
  await expect(adopt(host.api_key)).rejects.toMatchObject({ status: 400 })
  expect(await adopt(api_key)).toMatchObject({ host_id: host.host_id })
})

test('neither a password change nor an end is had for a wrong password', async () => {
  const user = await place.user()
  const current_password = 'wrong horse!!'
  const body = { current_password, new_password: 'another horse' }
  await expect(user.client.call(endpoints.changePassword, { body })).rejects.toMatchObject({ status: 403 })
  const end = { body: { password: current_password } }
  await expect(user.client.call(endpoints.closeAccount, end)).rejects.toMatchObject({ status: 403 })
  expect((await me(basic(user))).user_id).toBe(user.user_id)
})

test('a password that was verified once opens for no other, of the same length neither, nor for another hash', async () => {
  const verify = createVerifier(deriveOnPool)
  const one = await hashPassword('correct horse', deriveOnPool)
  const other = await hashPassword('staple batter', deriveOnPool)
  expect(await verify('correct horse', one)).toBe(true)
  expect(await verify('correct horse', one)).toBe(true)
  expect(await verify('staple batter', one)).toBe(false)
  expect(await verify('correct horse', other)).toBe(false)
})
