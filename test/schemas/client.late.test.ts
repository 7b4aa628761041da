import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { market as endpoints } from '@mkt/schemas'
import { createClient } from '@mkt/schemas/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFetchClient, type Patience } from '../../schemas/src/fetch-client.ts'

let server: Server
let baseUrl: string
const sockets: Socket[] = []
/** How often it was asked. */
let asked = 0
beforeEach(async () => {
  asked = 0
  server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.on('data', () => asked++)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.close()
})

// Before: it was asked again, so that `mkt models` waited for 68 s.
test('a server that accepts and says nothing is asked once, for as long as one call may take', async () => {
  const client = createClient({ baseUrl, retries: 1, timeoutMs: 200 })
  await expect(client.call(endpoints.health, {})).rejects.toMatchObject({
    name: 'UnreachableError',
    late: true,
    message: `cannot reach ${baseUrl}: no answer in time`,
  })
  expect(asked).toBe(1)
})

test('one that is not there is asked again', async () => {
  server.close()
  let tries = 0
  const fetch = async () => {
    tries++
    throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  }
  const client = createClient({ baseUrl, retries: 1, fetch })
  await expect(client.call(endpoints.health, {})).rejects.toMatchObject({ late: false })
  expect(tries).toBe(2)
})

test('streams are begun in time, and what is made for a reader has its time', async () => {
  const known: Patience[] = []
  const fetch = async (_url: string, _init: object, patience: Patience) => {
    known.push(patience)
    throw new Error('enough')
  }
  const client = createFetchClient({ baseUrl, fetch })
  const params = { job_id: 'job_0' }
  await expect(client.call(endpoints.health, {})).rejects.toThrow('enough')
  await expect(client.events(endpoints.streamJob, { params }).next()).rejects.toThrow('enough')
  await expect(client.bytes(endpoints.exportAccount, {}).next()).rejects.toThrow('enough')
  expect(known).toEqual(['call', 'events', 'bytes'])
})
