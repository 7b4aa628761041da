import { afterAll, beforeAll, expect, test } from 'vitest'
import { disableUser } from '../../../server/src/accounts/user-store.ts'
import type { Orders } from '../../../server/src/documents/analyst.ts'
import { documentTotal } from '../../../server/src/documents/store/document-store.ts'
import { type DocumentsService, post, startDocuments } from '../documents-service.ts'
import { madePdf } from '../made-pdf.ts'
import { ManualClock } from '../manual-clock.ts'

const clock = new ManualClock()
let service: DocumentsService
let begun = Promise.withResolvers<Orders>()
/** Works on a document until nobody waits for it. */
const analystOf = () => ({
  run: (orders: Orders) => {
    begun.resolve(orders)
    return new Promise<never>((_, reject) =>
      orders.signal.addEventListener('abort', () => reject(orders.signal.reason), { once: true }),
    )
  },
  draw: () => Promise.reject(new Error('no report is asked for')),
  stop: async () => undefined,
})
beforeAll(async () => {
  service = await startDocuments({ clock, analystOf })
})
afterAll(() => service.stop())

const disable = (user_id: string) => service.database.transaction((tx) => disableUser(tx, user_id, true, clock.now()))

test.each(['application/json', 'text/event-stream'])(
  'what a user who is shut out has under way is ended, whichever process shut them out: %s',
  async (accept) => {
    begun = Promise.withResolvers<Orders>()
    const user = await service.user(accept.replace(/\W/g, '-'))
    const answer = post(service.url, await madePdf(), { as: user.authorization, headers: { accept } })
    const { signal } = await begun.promise
    await disable(user.user_id)
    const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve))
    clock.advance(1000)
    await aborted
    const told = await (await answer).text()
    expect(told).toContain('"error":"unauthorized"')
    expect(await documentTotal(service.database)).toBe(0)
  },
)
