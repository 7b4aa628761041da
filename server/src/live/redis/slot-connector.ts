import { createConnection } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { AbstractConnector, Redis, type RedisOptions } from 'ioredis'
import type { clusterOf, RedisAddress } from './redis-url.ts'

type Cluster = NonNullable<ReturnType<typeof clusterOf>>

const ASKED_MS = 1000
const DISCONNECT_MS = 2000

/**
 * Connects to the node of a Redis Cluster that has a key's slot at this moment. All keys of a marketplace are of one
 * slot, so that one connection does; where the slot has moved the node says so, the connection is closed, and the next
 * one asks anew.
 */
export function slotConnectorOf({ nodes, ...login }: Cluster, key: string): NonNullable<RedisOptions['Connector']> {
  let known: readonly RedisAddress[] = nodes
  let found = false
  return class SlotConnector extends AbstractConnector {
    constructor() {
      super(DISCONNECT_MS)
    }

    async connect() {
      this.connecting = true
      const owner = await this.#owner()
      if (!this.connecting) throw new Error('Connection is closed.')
      const stream = login.tls ? connectTls({ ...owner, ...login.tls }) : createConnection(owner)
      stream.once('error', (error) => {
        this.firstError = error
      })
      this.stream = stream
      return stream
    }

    async #owner(): Promise<RedisAddress> {
      let failure: unknown
      for (const node of known) {
        try {
          const { owner, all } = await ownerBy(node, login, key)
          found = true
          // Those named at the start too: all that were known may be gone.
          known = [owner, ...all, ...nodes]
          return owner
        } catch (error) {
          failure = error
        }
      }
      // A client whose connector fails gives up; one that reaches nobody tries again.
      if (!found) throw failure
      return known[0] as RedisAddress
    }
  }
}

async function ownerBy(node: RedisAddress, login: Omit<Cluster, 'nodes'>, key: string) {
  const client = new Redis({
    ...{ ...node, ...login, lazyConnect: true, enableReadyCheck: false, retryStrategy: () => null },
    ...{ connectTimeout: ASKED_MS, commandTimeout: ASKED_MS, connectionName: 'mkt-server slots' },
  })
  let broken: Error | undefined
  client.on('error', (error) => {
    broken = error
  })
  try {
    await client.connect().catch((error) => Promise.reject(broken ?? error))
    const slot = Number(await client.cluster('KEYSLOT', key))
    // Of each range of slots its master comes first; one without a name is who was asked.
    const masters = (await client.cluster('SLOTS')).map(([from, to, [host, port] = ['', 0]]) => ({
      ...{ from, to, host: host || node.host, port },
    }))
    const owner = masters.find(({ from, to }) => from <= slot && slot <= to)
    if (!owner) throw new Error(`no node of the cluster at ${node.host}:${node.port} has slot ${slot}`)
    const addressOf = ({ host, port }: RedisAddress) => ({ host, port })
    return { owner: addressOf(owner), all: masters.map(addressOf) }
  } finally {
    client.disconnect()
  }
}
