import { MOST_CONVERSATIONS } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBatch } from '../../server/src/market/batches/make.ts'
import { createConversation } from '../../server/src/market/conversations/keep.ts'
import { insertConversation } from '../../server/src/market/conversations/store.ts'
import { onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

const BY = { token_id: 'password', rights: undefined }
const made = (all: PromiseSettledResult<unknown>[]) => all.filter(({ status }) => status === 'fulfilled').length

await onEveryDialect((databases) => {
  let floor: Floor
  beforeAll(async () => {
    floor = await openFloor(await databases.fresh())
  })
  afterAll(() => floor.close())

  test('of unfinished batches there are never more than twenty, also where they are made at once', async () => {
    const user = await floor.user()
    const asked = { name: 'x', model: 'm', temperature: 1 }
    const create = () => createBatch(floor.market, user, asked, BY)
    expect(made(await Promise.allSettled(Array.from({ length: 40 }, create)))).toBe(20)
  })

  test('nor of conversations more than there may be', async () => {
    const user = await floor.user()
    const times = { created_at: 0, updated_at: 0 }
    await floor.market.database.transaction(async (tx) => {
      for (let n = 3; n < MOST_CONVERSATIONS; n++)
        await insertConversation(tx, {
          conversation_id: `cnv_${n}`,
          user_id: user,
          title: '',
          jobs_json: '[]',
          ...times,
        })
    })
    const create = () => createConversation(floor.market, user, { title: 'x', jobs: [] })
    expect(made(await Promise.allSettled(Array.from({ length: 12 }, create)))).toBe(3)
  })
})
