import { setTimeout as pause } from 'node:timers/promises'
import { type Delivery, market } from '@mkt/schemas'
import { Failure } from '../failure.ts'
import { tell } from '../output.ts'
import { printJson } from '../render.ts'
import { type GlobalOptions, openUserSession, type Session } from '../session.ts'
import { webhookWords } from '../words/webhooks.ts'
import { answerOf } from './webhooks.ts'

/** An attempt has 10 s, and it may wait for others. */
const PATIENCE_MS = 30_000
const LOOK_MS = 250

/** mkt webhooks test: sends an event and waits for its end. Throws a Failure (failed) where it did not arrive. */
export async function testWebhook(id: string, options: GlobalOptions & { json?: boolean }): Promise<void> {
  const session = await openUserSession(options)
  const { delivery_id } = await session.client.call(market.testWebhook, { params: { webhook_id: id } })
  const ended = await untilEnded(session, id, delivery_id)
  if (options.json) printJson(ended)
  if (ended.status === 'delivered') {
    if (!options.json) tell(webhookWords.arrived(ended.status_code))
    return
  }
  const why = ended.status === 'failed' ? answerOf(ended) : webhookWords.notSent
  throw new Failure('failed', webhookWords.notArrived(why), [
    webhookWords.seeDeliveries(session.commandLine(`webhooks show ${id}`)),
  ])
}

async function untilEnded({ client, config }: Session, webhook_id: string, delivery_id: string): Promise<Delivery> {
  const end = config.now() + PATIENCE_MS
  for (;;) {
    const { deliveries } = await client.call(market.listDeliveries, { params: { webhook_id }, query: { limit: 100 } })
    const found = deliveries.find((one) => one.delivery_id === delivery_id)
    if (!found) throw new Failure('failed', webhookWords.testGone)
    if (found.status !== 'pending' || config.now() > end) return found
    await pause(LOOK_MS)
  }
}
