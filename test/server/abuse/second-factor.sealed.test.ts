import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSeals } from '../../../server/src/accounts/second-factor/open-seals.ts'
import { isSealed, sealsBy } from '../../../server/src/accounts/second-factor/seals.ts'
import { factorOf, setSecret } from '../../../server/src/accounts/second-factor/store.ts'
import { type Marketplace, startMarketplace, type TestUser } from '../marketplace.ts'

const PLAIN = Buffer.from('12345678901234567890')
const data = mkdtempSync(join(tmpdir(), 'mkt-seals-'))
const file = join(data, 'secrets.key')
let place: Marketplace
let ada: TestUser
beforeAll(async () => {
  place = await startMarketplace()
  ada = await place.user('ada')
})
afterAll(async () => {
  await place.stop()
  rmSync(data, { recursive: true })
})
const stored = async () => (await factorOf(place.database, ada.user_id))?.secret ?? ''

test('an app that is set up leaves nothing in the database that opens without the key', async () => {
  const { secret } = await ada.client.call(endpoints.beginSecondFactor, { body: { password: ada.password } })
  expect(isSealed(await stored())).toBe(true)
  expect(await stored()).not.toContain(secret)
})

test('a seal is of one key, one user and one text', () => {
  const seals = sealsBy(new Uint8Array(32))
  const sealed = seals.seal('usr_1', PLAIN)
  expect(seals.open('usr_1', sealed)).toEqual(PLAIN)
  expect(() => seals.open('usr_2', sealed)).toThrow()
  expect(() => sealsBy(new Uint8Array(32).fill(1)).open('usr_1', sealed)).toThrow()
  const bytes = Buffer.from(sealed.slice(3), 'base64')
  bytes[40] = (bytes[40] ?? 0) ^ 1
  expect(() => seals.open('usr_1', `v1:${bytes.toString('base64')}`)).toThrow()
})

test('what an earlier version stored bare is sealed at the start, with a key apart that only its owner reads', async () => {
  await place.database.transaction((tx) => setSecret(tx, ada.user_id, PLAIN.toString('base64'), 0))
  const seals = await openSeals(place.database, data)
  expect(isSealed(await stored())).toBe(true)
  expect(seals.open(ada.user_id, await stored())).toEqual(PLAIN)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const again = await openSeals(place.database, data)
  expect(again.open(ada.user_id, await stored())).toEqual(PLAIN)
})

test('without its key, or with another, a restored database says what to do, and no new key is made', async () => {
  const advice = /put the file back .* users reset-second-factor NAME/
  renameSync(file, `${file}.kept`)
  await expect(openSeals(place.database, data)).rejects.toThrow(advice)
  expect(() => readFileSync(file)).toThrow('ENOENT')
  writeFileSync(file, Buffer.alloc(32, 7).toString('base64'))
  await expect(openSeals(place.database, data)).rejects.toThrow(advice)
  writeFileSync(file, 'not a key')
  await expect(openSeals(place.database, data)).rejects.toThrow('no key that mkt-server made')
  renameSync(`${file}.kept`, file)
  expect((await openSeals(place.database, data)).open(ada.user_id, await stored())).toEqual(PLAIN)
})
