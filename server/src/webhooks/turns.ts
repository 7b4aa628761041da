import type { Clock } from '../base/clock.ts'
import type { Reader } from '../storage/database.ts'
import { type Waiting, waitingWebhooks } from './sending-store.ts'

/** Webhooks looked at in one query: a millisecond of SQLite's. */
const STEPS = 200

/** All webhooks that something waits for, once each, by id: those behind `from`, then those up to it. */
export async function* roundFrom(reader: Reader, clock: Clock, from: string): AsyncGenerator<Waiting> {
  yield* walk(reader, clock, from)
  if (from === '') return
  for await (const webhook of walk(reader, clock, '')) {
    if (webhook.webhook_id > from) return
    yield webhook
  }
}

async function* walk(reader: Reader, clock: Clock, from: string): AsyncGenerator<Waiting> {
  let after: string | undefined = from
  while (after !== undefined) {
    const page: Waiting[] = await waitingWebhooks(reader, { after, now: clock.now(), steps: STEPS })
    yield* page
    after = page.length === STEPS ? page.at(-1)?.webhook_id : undefined
  }
}
