import { expect, test } from 'vitest'
import { createLog } from '../../../server/src/base/log.ts'
import { startWebhooks } from '../../../server/src/webhooks/compose.ts'
import { until } from '../contract/until.ts'
import { startMarketplace } from '../marketplace.ts'
import { storeWebhook } from '../webhook-rows.ts'
import { arrives, scriptedSender } from './receivers.ts'

test('attempts are counted by outcome, and a webhook that is disabled is a line of the log without its URL', async () => {
  const place = await startMarketplace()
  const { user_id } = await place.user()
  const answers = [arrives, { status_code: 410, error: 'it answered 410' }]
  const { sender } = scriptedSender(() => answers.shift() ?? arrives)
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  const stop = startWebhooks({ ...place.webhooks, log }, sender)
  await storeWebhook(place, user_id)
  const count = async (outcome: string) => {
    const text = await (await fetch(`${place.url}/metrics`, { headers: { accept: 'text/plain' } })).text()
    return text.includes(`mkt_webhook_deliveries_total{outcome="${outcome}"} 1\n`)
  }
  await until(() => count('delivered'))
  const { webhook_id } = await storeWebhook(place, user_id)
  await until(() => count('failed'))
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ webhook_id, reason: 'gone', msg: 'webhook disabled' }])
  expect(lines.join('')).not.toContain('127.0.0.1')
  await stop()
  await place.stop()
})
