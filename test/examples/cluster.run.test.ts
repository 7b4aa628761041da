import { afterAll, expect, test } from 'vitest'
import { reachRedis } from '../conformance/redis-servers.ts'
import { cleanUp, start, tempFolder, untilGone } from '../e2e/bins.ts'

afterAll(cleanUp)

test('one command starts three servers with a host and a user; its own commands work', async (context) => {
  const redis = await reachRedis()
  if ('reason' in redis) return context.skip(redis.reason)
  await redis.stop()
  const data = tempFolder()
  const args = ['--conditions=mkt-source', 'examples/cluster/cluster.ts']
  const cluster = start(process.execPath, args, { env: { MKT_DATA: data } })
  await cluster.says(/Ctrl-C stops everything/)
  const said = cluster.stdout()
  const servers = /servers +(http.*)/.exec(said)?.[1]?.split(', ') ?? []
  expect(servers).toHaveLength(3)
  const lines = said.split('\n').filter((line) => /^ {2}(export|npx) /.test(line))
  expect(lines).toHaveLength(2)
  const shell = await start('sh', ['-ec', lines.join('\n')], { env: { HOME: tempFolder() } }).ended
  expect(shell.code, shell.stderr).toBe(0)
  expect(shell.stdout).toContain('These words come out of llama.cpp')
  const figures = servers.map(async (url) => ((await (await fetch(`${url}/metrics`)).json()) as Metrics).total_users)
  expect(await Promise.all(figures)).toEqual([1, 1, 1])
  await cluster.stop('SIGINT')
  await untilGone(servers[0] as string, data)
}, 180_000)

interface Metrics {
  total_users: number
}
