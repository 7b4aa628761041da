import { join } from 'node:path'
import { market } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeReciter, type Reciter } from '../engine/gguf.ts'
import { longText } from '../engine/long-text.ts'
import { type EngineChild, startEngine } from '../engine/start-engine.ts'
import { cleanUp, type Program, tempFolder, until } from './bins.ts'
import { audit, type Server, serve, signUp, startAgent, type User } from './market.ts'

/** Fewer of them, spread over the text, where somebody has less time. */
const KILLS = Number(process.env.MKT_TEST_KILLS ?? 200)
const PIECES = 200
/** One part of them, as `2/3`, where they cannot all be done at one go. */
const [PART = 1, PARTS = 1] = (process.env.MKT_TEST_KILLS_PART ?? '1/1').split('/').map(Number)
const [FROM, TO] = [PART - 1, PART].map((part) => Math.floor((KILLS * part) / PARTS)) as [number, number]
/** One writes, one is free, and the others are coming back. */
const HOSTS = 4

type Host = Program & { state: string; host_id: string }

let reciter: Reciter
let engine: EngineChild
let server: Server
let user: User
const hosts = new Map<string, Host>()
/** Those that have shown that they go on with a text. */
const able = new Set<string>()

beforeAll(async () => {
  reciter = await makeReciter(join(tempFolder(), 'reciter.gguf'), { text: longText(PIECES), byCharacter: true })
  ;[engine, server] = await Promise.all([
    startEngine({ model: reciter.file, name: 'tiny', pace: 100, parallel: 2 * HOSTS }),
    serve(),
  ])
  user = await signUp(server)
  await Promise.all(Array.from({ length: HOSTS }, () => comes()))
})
afterAll(async () => {
  expect((await audit(server)).report).toMatchObject({ faults: [] })
  await cleanUp()
  await engine?.stop()
})

/**
 * A host that has shown that it goes on with a text; started again with what it knew where `state` is given. On a busy
 * machine that takes several tries.
 */
async function comes(state = tempFolder()): Promise<void> {
  for (let tries = 0; ; tries++) {
    let host: Host | undefined
    try {
      const agent = await startAgent({ server, engine: engine.url, model: 'tiny', state })
      const [host_id] = await agent.says(/host_(?!id)\w+/)
      host = { ...agent, host_id }
      hosts.set(host_id, host)
      await agent.says(/goes on from the middle of a text/)
      able.add(host_id)
      return
    } catch (error) {
      // It may have been given a job, and killed for it, before it was done with its probes.
      await host?.stop('SIGKILL')
      if (tries >= 20) throw error
    }
  }
}

/** Reads a job to its end, with -9 of its host behind so many pieces; the longest pause after that. */
async function readAndKill(job_id: string, after: number) {
  let [text, pieces, last, pause] = ['', 0, performance.now(), 0]
  const kill = async () => {
    const { host_id } = await user.job(job_id)
    const host = hosts.get(host_id ?? '') ?? expect.fail(`nobody runs ${job_id}`)
    able.delete(host.host_id)
    await host.stop('SIGKILL')
    return host
  }
  let killing: Promise<Host> | undefined
  const killOnce = () => {
    killing ??= kill()
  }
  if (after === 0) {
    await until('it runs', async () => (await user.job(job_id)).status === 'running')
    killOnce()
  }
  for await (const { data } of user.client.events(market.streamJob, { params: { job_id } })) {
    if (data === '[DONE]') break
    text += (JSON.parse(data) as { token: string }).token
    const now = performance.now()
    if (killing) pause = Math.max(pause, now - last)
    last = now
    if (++pieces === after) killOnce()
  }
  return { text, pause, host: (await killing) ?? expect.fail('nobody was killed') }
}

const rank = (sorted: readonly number[], share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN

test(`of ${TO - FROM} texts whose host is killed, at each of their pieces, all are whole and equal`, async () => {
  const [pauses, attempts, wrong]: [number[], number[], string[]] = [[], [], []]
  const coming = new Set<Promise<void>>()
  for (let kill = FROM; kill < TO; kill++) {
    const after = Math.floor((kill * PIECES) / KILLS)
    while (able.size < 2) await Promise.race(coming)
    const job_id = await user.submit({ model: 'tiny', max_tokens: 2 * PIECES })
    const { text, pause, host } = await readAndKill(job_id, after)
    const ended = await user.end(job_id)
    attempts.push(ended.attempts)
    pauses.push(pause)
    if (text !== reciter.text || ended.output_text !== reciter.text)
      wrong.push(`after ${after}: ${ended.status} ${ended.error ?? ''} ${text.length} characters`)
    const back = comes(host.state).finally(() => coming.delete(back))
    coming.add(back)
    if (kill % 20 === 19) console.log(`${kill + 1} killed, ${wrong.length} wrong`)
  }
  await Promise.all(coming)
  const sorted = pauses.toSorted((a, b) => a - b)
  const [p50, p99] = [rank(sorted, 0.5), rank(sorted, 0.99)].map(Math.round)
  const again = attempts.filter((each) => each > 1).length
  const equal = `${TO - FROM - wrong.length} of ${TO - FROM} whole and equal`
  console.log(`${equal}, ${again} of them continued; pause p50 ${p50} ms, p99 ${p99} ms`)
  expect(wrong).toEqual([])
  // A kill behind the last pieces finds the text already there.
  expect(again).toBeGreaterThan((TO - FROM) * 0.8)
  expect(p50).toBeLessThan(1500)
}, 3_600_000)
