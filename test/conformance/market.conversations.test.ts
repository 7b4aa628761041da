import { MOST_CONVERSATIONS } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closingWith } from '../../server/src/market/close-account.ts'
import {
  changeConversation,
  createConversation,
  deleteConversation,
  ownConversation,
} from '../../server/src/market/conversations/keep.ts'
import {
  conversationPage,
  countConversations,
  insertConversation,
  purgeConversations,
} from '../../server/src/market/conversations/store.ts'
import { marketSections } from '../../server/src/market/export/sections.ts'
import { ManualClock } from '../server/manual-clock.ts'
import { type Databases, onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

const clock = new ManualClock()

/** A market on one database, and what its users keep. */
function stage(databases: Databases) {
  let floor: Floor
  beforeAll(async () => {
    floor = await openFloor(await databases.fresh(), { clock })
    await floor.host({ models: ['m'] })
  })
  afterAll(() => floor.close())
  const job = async (user: string) => (await floor.submit(user, { model: 'm' })).job_id
  return {
    floor: () => floor,
    job,
    keep: async (user: string, title: string) =>
      createConversation(floor.market, user, { title, jobs: [await job(user)] }),
    titles: async (user_id: string) =>
      (await conversationPage(floor.market.database, { user_id, limit: 10, offset: 0 })).map(({ title }) => title),
  }
}

await onEveryDialect((databases) => {
  const { floor, job, keep, titles } = stage(databases)

  test('a chat is kept by its jobs; the one in which something was said last stands first', async () => {
    const user = await floor().user()
    const first = await keep(user, 'first')
    clock.advance(1000)
    await keep(user, 'second')
    expect(await titles(user)).toEqual(['second', 'first'])
    clock.advance(1000)
    const next = await job(user)
    const changed = await changeConversation(floor().market, user, first.conversation_id, { jobs: [next] })
    expect(changed).toMatchObject({ title: 'first', jobs: [next], created_at: first.created_at })
    expect(await titles(user)).toEqual(['first', 'second'])
    await deleteConversation(floor().market, user, first.conversation_id)
    expect(await titles(user)).toEqual(['second'])
  })

  test('nobody keeps, sees or changes what is of somebody else', async () => {
    const [user, other] = [await floor().user(), await floor().user()]
    const theirs = await keep(other, 'theirs')
    const { market } = floor()
    const refused = { code: 'not_found' }
    await expect(createConversation(market, user, { title: 'x', jobs: theirs.jobs })).rejects.toMatchObject(refused)
    const { conversation_id } = theirs
    await expect(ownConversation(market, user, conversation_id)).rejects.toMatchObject(refused)
    await expect(changeConversation(market, user, conversation_id, { title: 'x' })).rejects.toMatchObject(refused)
    await expect(deleteConversation(market, user, conversation_id)).rejects.toMatchObject(refused)
    const mine = await keep(user, 'mine')
    const stolen = { jobs: theirs.jobs }
    await expect(changeConversation(market, user, mine.conversation_id, stolen)).rejects.toMatchObject(refused)
    expect(await titles(other)).toEqual(['theirs'])
  })
})

await onEveryDialect((databases) => {
  const { floor, keep } = stage(databases)

  test('there is a most of them', async () => {
    const user = await floor().user()
    const row = { user_id: user, title: 't', jobs_json: '[]', created_at: 0, updated_at: clock.now() }
    await floor().market.database.transaction(async (tx) => {
      for (let n = 0; n < MOST_CONVERSATIONS; n++)
        await insertConversation(tx, { ...row, conversation_id: floor().market.ids.next('cnv') })
    })
    await expect(keep(user, 'one more')).rejects.toMatchObject({ code: 'conflict' })
  })

  test('they are in the export, and go with time and with the account', async () => {
    const [user, other] = [await floor().user(), await floor().user()]
    const kept = await keep(user, 'mine')
    await keep(other, 'theirs')
    const section = marketSections(floor().market.database, user).conversations
    expect(await Array.fromAsync(section ?? [])).toMatchObject([{ title: 'mine', jobs: kept.jobs }])
    const closing = closingWith(floor().market)
    await closing.prepare(user)
    await floor().market.database.transaction((tx) => closing.finish(tx, user))
    expect(await countConversations(floor().market.database, user)).toBe(0)
    expect(await countConversations(floor().market.database, other)).toBe(1)
    await floor().market.database.transaction((tx) => purgeConversations(tx, clock.now()))
    expect(await countConversations(floor().market.database, other)).toBe(1)
    await floor().market.database.transaction((tx) => purgeConversations(tx, clock.now() + 1))
    expect(await countConversations(floor().market.database, other)).toBe(0)
  })
})
