import { join } from 'node:path'
import { market } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeReciter, type Reciter } from '../engine/gguf.ts'
import { longText } from '../engine/long-text.ts'
import { type EngineChild, startEngine } from '../engine/start-engine.ts'
import { cleanUp, tempFolder } from './bins.ts'
import { audit, type Server, serve, signUp, startAgent, type User } from './market.ts'

const PIECES = 200

let reciter: Reciter
let engine: EngineChild
let server: Server
let user: User

beforeAll(async () => {
  reciter = await makeReciter(join(tempFolder(), 'reciter.gguf'), { text: longText(PIECES), byCharacter: true })
  ;[engine, server] = await Promise.all([
    startEngine({ model: reciter.file, name: 'tiny', pace: 40, parallel: 4 }),
    serve(),
  ])
  user = await signUp(server)
})
afterAll(async () => {
  expect((await audit(server)).report).toMatchObject({ faults: [] })
  await cleanUp()
  await engine?.stop()
})

/** A host that has shown that it goes on with a text. */
async function host(state?: string) {
  const agent = await startAgent({ server, engine: engine.url, model: 'tiny', ...(state ? { state } : {}) })
  await agent.says(/goes on from the middle of a text/)
  return agent
}

type Agent = Awaited<ReturnType<typeof host>>

/** Reads a job to its end; once it has so many pieces `leave` is called. Answers the text and the longest pause. */
async function readWhile(job_id: string, after: number, leave: () => Promise<void> | void) {
  let text = ''
  let pieces = 0
  let [last, pause] = [performance.now(), 0]
  for await (const { data } of user.client.events(market.streamJob, { params: { job_id } })) {
    if (data === '[DONE]') break
    text += (JSON.parse(data) as { token: string }).token
    const now = performance.now()
    if (pieces > after) pause = Math.max(pause, now - last)
    last = now
    if (++pieces === after) void leave()
  }
  return { text, pause }
}

/** The agent that runs the job. */
async function runnerOf(job_id: string, agents: readonly Agent[]): Promise<Agent> {
  const { host_id } = await user.job(job_id)
  return agents.find((agent) => `${agent.stdout()}${agent.stderr()}`.includes(`${host_id}`)) ?? expect.fail('nobody')
}

test('a host that drains, and one that is killed and comes back: readers see one whole text', async () => {
  const both = [await host(), await host()]
  const drained = await user.submit({ model: 'tiny', max_tokens: 400 })
  let left: Agent | undefined
  const after = await readWhile(drained, 20, async () => {
    left = await runnerOf(drained, both)
    await left.stop('SIGTERM')
  })
  expect(after.text).toBe(reciter.text)
  expect(await user.end(drained)).toMatchObject({ status: 'completed', output_text: reciter.text, attempts: 2 })
  // It does not wait for the rest of the text, nor does its reader for the 30 s of a drain.
  expect(after.pause).toBeLessThan(2000)

  const there = both.filter((agent) => agent !== left)
  const killed = await user.submit({ model: 'tiny', max_tokens: 400 })
  const { text } = await readWhile(killed, 50, async () => {
    const runner = await runnerOf(killed, there)
    await runner.stop('SIGKILL')
    // Started again with what it knew it hands its job back at once.
    await host(runner.state)
  })
  expect(text).toBe(reciter.text)
  expect(await user.end(killed)).toMatchObject({ status: 'completed', output_text: reciter.text, attempts: 2 })
}, 200_000)

test('of one that is killed and stays away another goes on within seconds: its channel broke', async () => {
  const both = [await host(), await host()]
  const job_id = await user.submit({ model: 'tiny', max_tokens: 400 })
  const { text, pause } = await readWhile(job_id, 50, async () => {
    await (await runnerOf(job_id, both)).stop('SIGKILL')
  })
  expect(text).toBe(reciter.text)
  expect(await user.end(job_id)).toMatchObject({ status: 'completed', output_text: reciter.text, attempts: 2 })
  expect(pause).toBeLessThan(10_000)
}, 200_000)
