import { market as endpoints } from '@mkt/schemas'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Turns } from '../../server/src/market/statements/turns.ts'
import { ask, expectError } from './contract/ask.ts'
import { ManualClock } from './manual-clock.ts'
import { type Marketplace, startMarketplace, type TestUser } from './marketplace.ts'

const clock = new ManualClock()
let place: Marketplace
let asked = 0
let release = () => {}
let held = Promise.resolve()
beforeAll(async () => {
  place = await startMarketplace({ clock })
  const { database } = place
  const all = database.all.bind(database)
  // The entries of a statement are the only list that these requests read.
  database.all = async (...of) => {
    asked++
    await held
    return await all(...of)
  }
})
afterEach(() => release())
afterAll(() => place.stop())

function hold(): void {
  held = new Promise((resolve) => {
    release = resolve
  })
}
const PATH = '/users/me/statement?format=csv'
const csv = ({ authorization }: TestUser, signal?: AbortSignal) =>
  fetch(place.url + PATH, { headers: { authorization }, ...(signal ? { signal } : {}) })
async function refused(user: TestUser, message: RegExp) {
  const answer = await ask(place.url, `GET ${PATH}`, { as: user.authorization })
  expectError(answer, 429, 'rate_limited')
  expect(answer.headers.get('retry-after')).toBe('5')
  expect(answer.text).toMatch(message)
}

test('a user has one statement written at a time, the server two; others are told when to come again', async () => {
  const [one, two, three] = [await place.user(), await place.user(), await place.user()]
  hold()
  const [first, second] = [await csv(one), await csv(two)]
  await refused(one, /of yours is being written already/)
  await refused(three, /Others have 2 statements written just now; try again in 5 seconds/)
  release()
  for (const answer of [first, second]) expect(await answer.text()).toContain('closing')
  for (const user of [one, three]) expect(await (await csv(user)).text()).toContain('closing')
})

test('who leaves gives the place back, and so does who asks for what cannot be', async () => {
  const user = await place.user()
  hold()
  const gone = new AbortController()
  const left = await csv(user, gone.signal)
  gone.abort()
  await expect(left.text()).rejects.toThrow()
  release()
  await expect.poll(async () => (await csv(user)).status).toBe(200)
  const wrong = await ask(place.url, `GET ${PATH}&from=2026-01-01&to=2025-01-01`, { as: user.authorization })
  expect(wrong.status).toBe(400)
  expect((await csv(user)).status).toBe(200)
})

test('a slow reader holds their own place only', async () => {
  const [slow, other, third] = [await place.user(), await place.user(), await place.user()]
  hold()
  const answers = [await csv(slow), await csv(other)]
  await refused(third, /Others have 2/)
  clock.advance(30_000)
  answers.push(await csv(third))
  await refused(slow, /of yours/)
  release()
  for (const answer of answers) expect(await answer.text()).toContain('closing')
})

test('a host key has its own place, an owner one for all hosts', async () => {
  const owner = await place.user()
  const [host, second] = [
    await place.host({ owner: owner.authorization }),
    await place.host({ owner: owner.authorization }),
  ]
  const of = (as: string, id: string) => ask(place.url, `GET /hosts/statement?format=csv&host_id=${id}`, { as })
  const first = of(owner.authorization, host.host_id)
  expect((await first).status).toBe(200)
  hold()
  const open = await fetch(`${place.url}/hosts/statement?format=csv&host_id=${host.host_id}`, {
    headers: { authorization: owner.authorization },
  })
  expectError(await of(owner.authorization, second.host_id), 429, 'rate_limited')
  const key = await fetch(`${place.url}/hosts/statement?format=csv`, {
    headers: { authorization: `Bearer ${host.api_key}` },
  })
  expect([open.status, key.status]).toEqual([200, 200])
  release()
  for (const answer of [open, key]) await answer.text()
  const page = await owner.client.call(endpoints.userStatement, { query: {} })
  expect(page.next_cursor).toBeNull()
})

test('pages of one user are read one after the other, beside those of others; who has left is not read for', async () => {
  const [many, other] = [await place.user(), await place.user()]
  const gone = new AbortController()
  hold()
  asked = 0
  const page = ({ authorization }: TestUser, signal?: AbortSignal) =>
    fetch(`${place.url}/users/me/statement`, { headers: { authorization }, ...(signal ? { signal } : {}) })
  const pages = [page(many)]
  await expect.poll(() => asked).toBe(1)
  const left = page(many, gone.signal).catch(() => 'left')
  pages.push(page(many), page(many), page(other))
  await expect.poll(() => asked).toBe(2)
  await place.connect().call(endpoints.health, {})
  expect(asked).toBe(2)
  gone.abort()
  await left
  // The server has heard of it before it answers what is asked later.
  for (let times = 0; times < 3; times++) await place.connect().call(endpoints.health, {})
  release()
  for (const answer of await Promise.all(pages)) expect(answer.status).toBe(200)
  expect(asked).toBe(4)
})

test('turns: in the order they were asked for, whatever became of the one before, and nobody is remembered', async () => {
  const turns = new Turns()
  const done: string[] = []
  let open = () => {}
  const first = turns.take('a', async () => {
    await new Promise<void>((resolve) => {
      open = resolve
    })
    done.push('first')
    throw new Error('broken')
  })
  const second = turns.take('a', async () => done.push('second'))
  const third = turns.take('a', async () => done.push('third'))
  await turns.take('b', async () => done.push('other'))
  expect(done).toEqual(['other'])
  open()
  await expect(first).rejects.toThrow('broken')
  await Promise.all([second, third])
  expect([done, turns.size]).toEqual([['other', 'first', 'second', 'third'], 0])
})
