import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { claimRaw, rawUsers, submitRaw } from './raw-postgres.ts'
import { MODEL, SUBMISSION } from './scene.ts'

// What a Postgres takes of the same rows without a server before it: sixteen clients in a loop, as pgbench runs them.
// HTTP only says what to run: how much of it, or for how long.
const CLIENTS = 16
const clients = Array.from({ length: CLIENTS }, () => new pg.Client({ connectionString: process.argv[2] as string }))
for (const client of clients) await client.connect()
const users = await rawUsers(clients[0] as pg.Client, 8)

const WORK: Record<string, (client: pg.Client, at: number) => Promise<unknown>> = {
  '/submissions': (client, at) => submitRaw(client, users[at % users.length] as string, SUBMISSION),
  '/claims': async (client) => {
    if (!(await claimRaw(client, MODEL))) throw new Error('no job is left to claim')
  },
}

/** Answers how often the work was done. */
async function repeat(path: string, { amount = Number.POSITIVE_INFINITY, seconds = Number.POSITIVE_INFINITY }) {
  const work = WORK[path] as (typeof WORK)[string]
  const end = performance.now() + seconds * 1000
  let begun = 0
  const loop = async (client: pg.Client) => {
    while (begun < amount && performance.now() < end) await work(client, begun++)
  }
  await Promise.all(clients.map(loop))
  return begun
}

const server = createServer(async (request, response) => {
  const load = JSON.parse(Buffer.concat(await request.toArray()).toString())
  response.end(String(await repeat(request.url ?? '', load)))
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
// Nobody is left to stop it where the bench was killed.
process.on('disconnect', () => process.exit())
