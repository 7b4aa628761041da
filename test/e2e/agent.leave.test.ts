import { market } from '@mkt/schemas'
import { afterAll, expect, test } from 'vitest'
import { startEngine } from '../agent/engine.ts'
import { cleanUp } from './bins.ts'
import { serve, signUp, startAgent } from './market.ts'

afterAll(cleanUp)

test('a second Ctrl-C of the agent ends the wait of the buyer within seconds, and a clean stop is off sale at once', async () => {
  const engine = await startEngine()
  engine.script = { pieces: ['a'], after: 'hang' }
  const server = await serve()
  const user = await signUp(server)
  const agent = await startAgent({ server, engine: engine.url, model: 'tiny' })
  const job_id = await user.submit({ model: 'tiny' })
  const reader = user.mkt('stream', job_id)
  await reader.says(/a/)
  agent.process.kill('SIGINT')
  await agent.says(/no further job is claimed/)
  const asked = performance.now()
  const { code, stderr } = await agent.stop('SIGINT')
  expect([code, stderr.includes('handed back 1 job"')]).toEqual([130, true])
  expect(await user.end(job_id)).toMatchObject({ status: 'failed', attempts: 1 })
  expect((await reader.ended).code).toBe(1)
  expect(performance.now() - asked).toBeLessThan(10_000)
  const again = await startAgent({ server, engine: engine.url, model: 'tiny', state: agent.state })
  const status = async () => (await user.client.call(market.hosts, {})).hosts.map((host) => host.status)
  expect(await status()).toEqual(['active'])
  expect((await again.stop()).stderr).not.toMatch(/handed back \d+ job/)
  expect(await status()).toEqual(['inactive'])
  await engine.close()
})
