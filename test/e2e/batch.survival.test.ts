import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { market } from '@mkt/schemas'
import { afterEach, expect, test } from 'vitest'
import { cleanUp, type Program, tempFolder, until } from './bins.ts'
import { audit, type Server, serveAtFixedPort, signUp, startAgent, type User } from './market.ts'

// batch.survival.long.test.ts has 1,000.
const PROMPTS = Number(process.env.MKT_BATCH_PROMPTS ?? 400)
const MODEL = 'echo'
/** Generations at a time, and jobs that the batch keeps under way: some always wait in the queue. */
const SLOTS = 8
const CONCURRENCY = 24

const engines: EchoEngine[] = []
afterEach(async () => {
  await cleanUp()
  await Promise.all(engines.splice(0).map((engine) => engine.close()))
})

const promptOf = (number: number) => `Question ${number}`
/** As the engine says it, piece by piece: no two prompts have the same answer. */
const piecesOf = (prompt: string) => ['You', ' said', ' \u{1f98a}:', ...prompt.split(/(?= )/), '.']
const answerOf = (prompt: string) => piecesOf(prompt).join('')

/** An OpenAI-style engine whose text follows from the prompt, and which can be stopped in the middle of it. */
class EchoEngine {
  url = ''
  /** Of each generation that was begun. */
  readonly prompts: string[] = []
  readonly #server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      const path = request.url ?? ''
      const json = { 'content-type': 'application/json' }
      if (path === '/v1/models') return response.writeHead(200, json).end(JSON.stringify({ data: [{ id: MODEL }] }))
      if (path !== '/v1/chat/completions') return response.writeHead(404, json).end('{"error": "no such path"}')
      const content = JSON.parse(`${Buffer.concat(parts)}`).messages?.at(-1)?.content
      // The agent asks at its start whether pictures are taken: in parts.
      const prompt = Array.isArray(content) ? content.map(({ text = '' }) => text).join('') : content
      if (prompt === undefined) return response.writeHead(400, json).end('{"error": {"message": "messages: missing"}}')
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      void this.#generate(prompt, (text) => response.write(`data: ${text}\n\n`)).then(() => response.end())
    })
  })
  #from = Number.POSITIVE_INFINITY
  #held: (() => void)[] = []
  #full: (() => void) | undefined

  static async start(): Promise<EchoEngine> {
    const engine = new EchoEngine()
    engines.push(engine)
    engine.#server.listen(0, '127.0.0.1')
    await once(engine.#server, 'listening')
    engine.url = `http://127.0.0.1:${(engine.#server.address() as AddressInfo).port}`
    return engine
  }

  /** Stops the generations from the one numbered `from` on after half of their pieces; resolves when all slots stand. */
  async stand(from: number): Promise<void> {
    this.#from = from
    await new Promise<void>((resolve) => {
      this.#full = resolve
    })
  }

  goOn(): void {
    this.#from = Number.POSITIVE_INFINITY
    for (const go of this.#held.splice(0)) go()
  }

  async #generate(prompt: string, send: (data: string) => void): Promise<void> {
    const number = this.prompts.push(prompt)
    const pieces = piecesOf(prompt)
    // An agent that starts has its model generate before it sells it: that does not wait for those that stand.
    const asked = prompt.startsWith('Question')
    const say = (content: string, finish_reason: string | null = null) =>
      send(JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason }] }))
    for (const [offset, piece] of pieces.entries()) {
      if (offset === pieces.length >> 1 && number >= this.#from && asked) await this.#hold()
      say(piece)
    }
    say('', 'stop')
    send(JSON.stringify({ choices: [], usage: { prompt_tokens: 2, completion_tokens: pieces.length } }))
    send('[DONE]')
  }

  #hold(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    if (this.#held.push(resolve) === SLOTS) this.#full?.()
    return promise
  }

  close(): Promise<unknown> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(resolve))
  }
}

interface Answered {
  line: number
  id: number
  job_id: string
  status: string
  output_text: string
  tokens_generated: number
  credits_used: number
}

/** The whole lines of a file that may be being written, or not be there yet. */
function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').slice(0, -1)
  } catch {
    return []
  }
}

/** A batch in files of its own, which any number of runs carry on. */
function batchOf(user: User) {
  const input = join(tempFolder(), 'in.jsonl')
  const output = join(tempFolder(), 'out.jsonl')
  const prompts = Array.from({ length: PROMPTS }, (_, id) => JSON.stringify({ id, input_text: promptOf(id) }))
  writeFileSync(input, `${prompts.join('\n')}\n`)
  const options = ['--model', MODEL, '--max-tokens', '64', '--concurrency', String(CONCURRENCY)]
  const progress = () => linesOf(`${output}.progress`).map((line) => JSON.parse(line))
  return {
    run: (): Program => user.mkt('batch', input, output, ...options),
    answered: (): Answered[] => linesOf(output).map((line) => JSON.parse(line)),
    /** The jobs that the server has named. */
    jobs: (): string[] => progress().flatMap(({ job_id }) => job_id ?? []),
    /** How many prompts were submitted another time. */
    retried: () => progress().filter(({ key, try: turn }) => key !== undefined && turn > 0).length,
  }
}

async function expectAllAnswered(batch: ReturnType<typeof batchOf>): Promise<Answered[]> {
  const answered = batch.answered()
  expect(answered.map(({ id }) => id)).toEqual(Array.from({ length: PROMPTS }, (_, id) => id))
  for (const { line, id, ...job } of answered) {
    const tokens_generated = piecesOf(promptOf(id)).length
    expect(line).toBe(id + 1)
    expect(job).toMatchObject({ status: 'completed', output_text: answerOf(promptOf(id)), tokens_generated })
    expect(job.credits_used).toBeCloseTo(tokens_generated / 1000, 9)
  }
  expect(new Set(answered.map(({ job_id }) => job_id)).size).toBe(PROMPTS)
  return answered
}

/** The server knows the jobs of the batch and no others, all ended, and has charged what the output says. */
async function expectRightCounts(server: Server, user: User, batch: ReturnType<typeof batchOf>, before: bigint) {
  const jobs = PROMPTS + batch.retried()
  const { credits, total_jobs } = await user.client.call(market.me, {})
  expect(total_jobs).toBe(jobs)
  expect(new Set(batch.jobs()).size).toBe(jobs)
  const total = async (status: 'queued' | 'running' | 'completed' | 'failed') =>
    (await user.client.call(market.listJobs, { query: { status, limit: 1 } })).total
  const totals = await Promise.all([total('queued'), total('running'), total('completed'), total('failed')])
  expect(totals).toEqual([0, 0, PROMPTS, batch.retried()])
  const nano = batch.answered().reduce((sum, { credits_used }) => sum + BigInt(Math.round(credits_used * 1e9)), 0n)
  expect(before - credits).toBe(nano)
  expect(await audit(server)).toMatchObject({ code: 0, report: { ok: true, sum: 0 } })
}

test(`a batch of ${PROMPTS} prompts survives kill -9 of itself, of the agent and of the server`, {
  timeout: 300_000,
}, async () => {
  const engine = await EchoEngine.start()
  const server = await serveAtFixedPort()
  const user = await signUp(server)
  const before = (await user.client.call(market.me, {})).credits
  const backend = ['--backend', 'worker', '--concurrency', String(SLOTS)]
  const host = { server, engine: engine.url, model: MODEL, backend }
  const agent = await startAgent(host)
  const batch = batchOf(user)
  const share = (part: number) => Math.floor(PROMPTS * part)

  // The batch, at full speed: whatever it is writing is torn.
  const first = batch.run()
  await until('a fifth is answered', () => batch.answered().length >= share(0.2))
  expect(await first.stop('SIGKILL')).toMatchObject({ signal: 'SIGKILL' })
  const kept = batch.answered()
  expect(kept.length).toBeLessThan(PROMPTS)
  const second = batch.run()
  await second.says(new RegExp(`${kept.length} of ${PROMPTS} prompts are answered already`))

  // The agent, in the middle of a text in each of its slots.
  await engine.stand(share(0.45))
  await agent.stop('SIGKILL')
  const again = await startAgent({ ...host, state: agent.state })
  engine.goOn()

  // The server, likewise.
  await engine.stand(share(0.7))
  await server.program.stop('SIGKILL')
  const restarted = await server.again()
  engine.goOn()

  const end = await second.ended
  expect(end, end.stderr).toMatchObject({ code: 0 })
  expect(end.stderr).toContain(`${PROMPTS} completed, 0 failed`)
  expect((await expectAllAnswered(batch)).slice(0, kept.length)).toEqual(kept)
  await expectRightCounts(restarted, user, batch, before)
  // Only what the killed agent had in its slots, or had not yet delivered, was generated another time.
  const asked = engine.prompts.filter((prompt) => prompt.startsWith('Question'))
  expect(asked.length).toBeGreaterThanOrEqual(PROMPTS + SLOTS)
  expect(asked.length).toBeLessThanOrEqual(PROMPTS + 3 * SLOTS)
  expect(await again.stop()).toMatchObject({ code: 0 })

  // Once more: nothing is left to do.
  const idle = await batch.run().ended
  expect(idle, idle.stderr).toMatchObject({ code: 0 })
  expect(batch.answered()).toHaveLength(PROMPTS)
})
