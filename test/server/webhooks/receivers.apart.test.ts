import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createSender } from '../../../server/src/webhooks/send.ts'
import { until } from '../contract/until.ts'

test('receivers of one origin that hang keep no other path of it waiting', async () => {
  const held: ServerResponse[] = []
  const server = createServer((request, response) => {
    if (request.url === '/slow') held.push(response)
    else response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sender = createSender({ privateTargets: 'loopback', lookUp: async () => [] })
  const { signal } = new AbortController()
  const post = (path: string) => sender.send({ url: origin + path, headers: {}, body: '{}', signal })
  const slow = Array.from({ length: 40 }, () => post('/slow'))
  await until(() => held.length === 40, 'forty that hang')
  expect(await post('/quick')).toEqual({ status_code: 200, error: null })
  expect(held.length).toBe(40)
  for (const response of held) response.end()
  expect(await Promise.all(slow)).toEqual(Array(40).fill({ status_code: 200, error: null }))
  await sender.close()
  await new Promise((resolve) => server.close(resolve))
})
