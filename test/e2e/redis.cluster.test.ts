import { afterAll, expect, test } from 'vitest'
import { systemClock } from '../../server/src/base/clock.ts'
import { createLog } from '../../server/src/base/log.ts'
import { openRedis } from '../../server/src/live/redis/open-redis.ts'
import { cleanUp, until } from './bins.ts'
import { asked, noRedis, type OwnRedis, startOwnRedis } from './redis-programs.ts'

afterAll(cleanUp)

const STREAM = { job_id: 'job_1', model: 'm', attempt: 1, host_id: 'host_1', instance: null, max_tokens: 100, needs: 0 }
const TIMES = { created_at: 0, deadlines: { first_ms: 120_000, next_ms: 60_000, end_ms: 240_000 } }
const SPACE = '7300.16384'
const SLOTS = 16_384
const PACE = { perSecond: 1, burst: 2 }

const startNode = () => startOwnRedis('--cluster-enabled', 'yes', '--cluster-node-timeout', '60000')
const clusterUrl = (...ports: number[]) => `redis+cluster://${ports.map((port) => `127.0.0.1:${port}`).join(',')}`
const open = (url: string) => openRedis({ url, space: SPACE }, systemClock, createLog('silent'))
const infoOf = async ({ port }: OwnRedis) => String(await asked(port, 'cluster', 'info'))

/** Two masters that have half of the slots each, and a replica of the one that has those of the marketplace. */
async function startCluster() {
  const [one, other, replica] = [await startNode(), await startNode(), await startNode()]
  await asked(one.port, 'cluster', 'addslotsrange', '0', String(SLOTS / 2 - 1))
  await asked(other.port, 'cluster', 'addslotsrange', String(SLOTS / 2), String(SLOTS - 1))
  for (const { port } of [other, replica]) await asked(port, 'cluster', 'meet', '127.0.0.1', String(one.port))
  const slot = Number(await asked(one.port, 'cluster', 'keyslot', `mkt:{${SPACE}}:`))
  const [owner, stranger] = slot < SLOTS / 2 ? [one, other] : [other, one]
  const id = String(await asked(owner.port, 'cluster', 'myid'))
  await until('all know each other', async () =>
    (await Promise.all([one, other, replica].map(infoOf))).every(
      (info) => info.includes('cluster_state:ok') && info.includes('cluster_known_nodes:3'),
    ),
  )
  await asked(replica.port, 'cluster', 'replicate', id)
  await until('the replica follows', async () =>
    String(await asked(replica.port, 'info', 'replication')).includes('master_link_status:up'),
  )
  return { owner, stranger, replica }
}

test('the node of a Redis Cluster that has the keys fails: text, hints and limits go on', async (context) => {
  const missing = noRedis()
  if (missing) return context.skip(missing)
  const { owner, stranger, replica } = await startCluster()
  // Of the nodes that are named one is not there and one has none of the keys.
  const url = clusterUrl(1, stranger.port)
  const [one, other] = [await open(url), await open(url)]
  let heard = 0
  const leave = other.bus.subscribe('job/job_1', () => void heard++)
  try {
    one.streams.open({ ...STREAM, ...TIMES })
    await until('the attempt is there', async () => (await other.streams.find('job_1')) !== undefined)
    expect(await one.rates.window('logins', { points: 5, seconds: 60 }).consume('ada')).toBeUndefined()
    expect(await one.rates.buckets('submissions', PACE).take('ada')).toBeUndefined()
    expect(await asked(stranger.port, 'dbsize')).toBe(0)
    await until('the replica has it', async () => Number(await asked(replica.port, 'dbsize')) >= 3)
    await owner.program.stop('SIGKILL')
    // As its replicas agree on by themselves, after a time that a busy machine makes long.
    await asked(replica.port, 'cluster', 'failover', 'takeover')
    await until('both have found it', async () => {
      const found = await Promise.all([one, other].map(({ streams }) => Promise.resolve(streams.find('job_1')))).catch(
        () => [],
      )
      return found.length === 2 && found.every(Boolean)
    })
    const stream = await one.streams.find('job_1')
    if (!stream) throw new Error('the attempt is gone')
    expect(await one.streams.append(stream, { offset: 0, pieces: ['a'], working: false })).toMatchObject({ added: 1 })
    const before = heard
    await until('hints come through', async () => {
      one.bus.publish('job/job_1')
      return heard > before
    })
    expect((await other.streams.follow('job_1'))?.pieces).toEqual(['a'])
  } finally {
    leave()
    await one.close()
    await other.close()
  }
}, 300_000)

test('the keys move to another node that lives beside the first one: who is told so follows', async (context) => {
  const missing = noRedis()
  if (missing) return context.skip(missing)
  const { owner, replica } = await startCluster()
  const live = await open(clusterUrl(owner.port))
  try {
    live.streams.open({ ...STREAM, ...TIMES })
    await until('the attempt is there', async () => (await live.streams.find('job_1')) !== undefined)
    await asked(replica.port, 'cluster', 'failover')
    await until('the nodes have changed places', async () =>
      String(await asked(owner.port, 'info', 'replication')).includes('role:slave'),
    )
    await until('it is found again', async () => Promise.resolve(live.streams.find('job_1')).then(Boolean, () => false))
    const said = String(await asked(replica.port, 'client', 'list'))
    expect(said).toContain('name=mkt-server ')
  } finally {
    await live.close()
  }
}, 300_000)

test('what is no cluster is named so, and nodes that nobody reaches are, without the password', async (context) => {
  await expect(open('redis+cluster://:secret@127.0.0.1:1')).rejects.toThrow(
    /cannot reach Redis at redis\+cluster:\/\/127\.0\.0\.1:1 .*--redis-url/,
  )
  const missing = noRedis()
  if (missing) return context.skip(missing)
  const alone = await startOwnRedis()
  await expect(open(clusterUrl(alone.port))).rejects.toThrow(/cluster support disabled.*--redis-url/)
}, 300_000)
