import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobPage } from '../../server/src/market/jobs/list-store.ts'
import { ALL_DAYS, idsOfDays, searchJobs } from '../../server/src/market/reports/search.ts'
import { onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

const FINISH = { offset: 0, tokens: ['a'], finish_reason: 'stop' as const }

await onEveryDialect((databases) => {
  let floor: Floor
  beforeAll(async () => {
    floor = await openFloor(await databases.fresh())
  })
  afterAll(() => floor.close())

  const submit = async (user: string, model: string, more: object = {}) =>
    (await floor.submit(user, { model, ...more })).job_id

  test('lists are narrowed by model, days and state together, also in what Postgres sorts', async () => {
    const host = await floor.host({ models: ['narrow', 'other'] })
    const user = await floor.user()
    const first = await submit(user, 'narrow')
    await submit(user, 'other')
    const last = await submit(user, 'narrow')
    await floor.next(host)
    const ids = async (state: 'queued' | undefined, model: string | undefined, days: Parameters<typeof idsOfDays>) => {
      const filter = { user_id: user, state, model, ...idsOfDays(...days) }
      const { jobs, total } = await jobPage(floor.market.database, filter, { limit: 9, offset: 0 })
      expect(jobs).toHaveLength(total)
      return jobs.map(({ job_id }) => job_id)
    }
    const dayOf = (add: number) => new Date(floor.market.clock.now() + add * 86_400_000).toISOString().slice(0, 10)
    expect(await ids(undefined, 'narrow', [undefined, undefined])).toEqual([last, first])
    expect(await ids('queued', 'narrow', [dayOf(0), undefined])).toEqual([last])
    expect(await ids(undefined, undefined, [dayOf(0), dayOf(1)])).toHaveLength(3)
    expect(await ids(undefined, undefined, [dayOf(1), undefined])).toEqual([])
    expect(await ids(undefined, 'narrow', [undefined, dayOf(0)])).toEqual([])
  })

  test('a text is found in prompts and answers, in capitals or not, of the newest jobs', async () => {
    const host = await floor.host({ models: ['words'] })
    const user = await floor.user()
    const asked = await submit(user, 'words', { input_text: 'Über den Bergen' })
    const answered = await submit(user, 'words', { input_text: 'anything' })
    for (let count = 0; count < 2; count++) {
      const offer = await floor.next(host)
      const tokens = offer?.job_id === answered ? ['The moun', 'tains'] : ['nothing']
      await floor.results(host, { job_id: offer?.job_id ?? '', ...FINISH, tokens })
    }
    const search = async (text: string) => {
      const filter = { user_id: user, state: undefined, model: undefined, ...ALL_DAYS }
      const { found, searched } = await searchJobs(floor.market.database, filter, text)
      expect(searched).toBe(2)
      return found.map(({ job_id }) => job_id)
    }
    expect(await search('ÜBER')).toEqual([asked])
    expect(await search('mountains')).toEqual([answered])
    expect(await search('n')).toEqual([answered, asked])
    expect(await search('sea')).toEqual([])
  })
})
