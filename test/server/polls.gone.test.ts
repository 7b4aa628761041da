import { connect } from 'node:net'
import { market as endpoints } from '@mkt/schemas'
import { expect, test } from 'vitest'
import { startMarketplace } from './marketplace.ts'

test('a poll whose caller hangs up while the claim is being written has claimed nothing', async () => {
  const place = await startMarketplace()
  try {
    const buyer = await place.user()
    const host = await place.host()
    const { job_id } = await buyer.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x' } })
    const { hostname, port } = new URL(place.url)
    const caller = connect(Number(port), hostname)
    const transaction = place.database.transaction
    // The connection closes when the claim is on its way to the writer: the server cannot know it before it has claimed.
    place.database.transaction = (work) => {
      place.database.transaction = transaction
      caller.destroy()
      return transaction(work)
    }
    const body = JSON.stringify({ host_id: host.host_id, wait_seconds: 5 })
    const head = [
      'POST /hosts/next-job HTTP/1.1',
      `Host: ${hostname}`,
      `Authorization: Bearer ${host.api_key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ]
    caller.write(`${head.join('\r\n')}\r\n\r\n${body}`)
    const attempts = async () => (await buyer.client.call(endpoints.getJob, { params: { job_id }, query: {} })).attempts
    await expect.poll(attempts).toBe(1)
    expect(await host.next(2)).toMatchObject({ job_id, attempt: 2 })
  } finally {
    await place.stop()
  }
})
