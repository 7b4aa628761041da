import { afterAll, beforeAll, expect, test } from 'vitest'
import { Listing } from '../../../server/src/market/hosts/listing-page.ts'
import { connect } from '../../../server/src/storage/sqlite.ts'
import { ask, expectError } from '../contract/ask.ts'
import { type Marketplace, startMarketplace } from '../marketplace.ts'

const HOSTS = 1005
let place: Marketplace
beforeAll(async () => {
  place = await startMarketplace()
  if (!('sqlite' in place.location)) throw new Error('the hosts are written into a file')
  const file = connect(place.location.sqlite)
  const now = Date.now()
  const some = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${HOSTS})`
  file.exec(`${some} insert into hosts
    (host_id, gpu, backend, price_nano, max_tokens, status, registered_at, last_heartbeat_at)
    select printf('host_%026d', i), 'GPU', 'worker', i, 100, 'active', ${now}, ${now} from n`)
  file.exec(`${some} insert into host_models (host_id, model)
    select printf('host_%026d', i), printf('m%04d', i) from n`)
  file.exec(`insert into host_models (host_id, model) select host_id, 'all' from hosts`)
  file.close()
})
afterAll(() => place.stop())

type Page = { hosts?: { host_id: string }[]; models?: { name: string }[]; next_cursor?: string | null }
const get = async (path: string) => (await ask(place.url, `GET ${path}`)).body as Page
const keysOf = ({ hosts, models }: Page) =>
  hosts?.map((host) => host.host_id) ?? models?.map((model) => model.name) ?? []

test.each(['/hosts', '/models'])('%s has at most 1,000 rows, and all of them page by page', async (path) => {
  const first = await get(path)
  expect(Object.keys(first)).toEqual([path.slice(1)])
  expect(keysOf(first)).toHaveLength(1000)
  const all: string[] = []
  let cursor: string | null | undefined = ''
  while (cursor !== null) {
    const page: Page = await get(`${path}?limit=1000${cursor === '' ? '' : `&cursor=${cursor}`}`)
    all.push(...keysOf(page))
    cursor = page.next_cursor
    expect(cursor).not.toBeUndefined()
  }
  expect(all.slice(0, 1000)).toEqual(keysOf(first))
  expect(new Set(all).size).toBe(path === '/hosts' ? HOSTS : HOSTS + 1)
  expect(all).toEqual(path === '/hosts' ? all.toSorted().reverse() : all.toSorted())
  for (const query of ['limit=0', 'limit=1001', 'limit=x', 'cursor='])
    expectError(await ask(place.url, `GET ${path}?${query}`), 400, 'invalid_request')
})

test('a cursor that is no row any more goes on behind where it was', async () => {
  const { models, next_cursor } = await get('/models?limit=2&cursor=m0010x')
  expect([keysOf({ models: models ?? [] }), next_cursor]).toEqual([['m0011', 'm0012'], 'm0012'])
})

test('what is seen of a model over many reads of hosts is as of one: the least price, all hosts', async () => {
  expect((await get('/models?limit=1')).models).toEqual([
    { name: 'all', available_hosts: HOSTS, min_price_per_token: 1e-9, max_tokens: 100 },
  ])
  const full = (await get('/models?limit=1&detail=full')).models?.[0]
  expect(full).toMatchObject({ name: 'all', available_hosts: HOSTS, proven_hosts: 0, verified_hosts: 0 })
})

test('many readers get the same bytes, and a page of long rows ends at a megabyte', () => {
  const rows = Array.from({ length: 900 }, (_, at) => ({ key: String(at + 1000), text: `"${'x'.repeat(10_000)}"` }))
  const listing = new Listing('rows', rows, 'by name')
  expect(listing.page({})).toBe(listing.page({}))
  const page = listing.page({ limit: 1000 })
  expect(page.length).toBeLessThan(1_100_000)
  const { rows: got, next_cursor } = JSON.parse(page.toString())
  expect(next_cursor).toBe(String(1000 + got.length - 1))
  for (const key of ['1000', '1899']) expect(listing.text(key)).toHaveLength(10_002)
  for (const key of ['0', '1899x']) expect(listing.text(key)).toBeUndefined()
})

test('the list of the OpenAI door is bounded too, and finds single models by name', async () => {
  const user = await place.user()
  const as = user.authorization
  const { data } = (await ask(place.url, 'GET /v1/models', { as })).body as { data: object[] }
  expect(data).toHaveLength(1000)
  expect((await ask(place.url, 'GET /v1/models/m1005', { as })).status).toBe(200)
  expect((await ask(place.url, 'GET /v1/models/m9999', { as })).status).toBe(404)
})
