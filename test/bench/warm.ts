import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeRambler } from '@mkt/examples/llama-worker/tiny-model/rambler.ts'
import { type EngineChild, startEngine } from '../engine/start-engine.ts'
import { type Figure, freshFolder, ratioOf } from './figure.ts'
import { type HostAgent, startHostAgent } from './host-agent.ts'
import { latencies, type Sample, timed } from './measure.ts'
import { type BenchOptions, MODEL, type Scene, startScene } from './scene.ts'

const HOSTS = 3
/** Of a conversation, the first of them cold. */
const TURNS = 4
/** Of the tiny model: with these a prompt takes many times as long as the way over marketplace and agent. */
const LAYERS = 16
/** What is read before the first word of an answer; as many tokens. */
const PROMPT_WORDS = 3000
const CONTEXT = 8192
/** From an answer to the next message, in which its host's only slot asks for work again. */
const THINKING_MS = 200
const WORDS = ['bade', 'figo', 'kula', 'meni', 'poru', 'sate', 'vini', 'zola']

interface Message {
  role: 'user' | 'assistant'
  content: string
}

interface Turn {
  first_ms: number
  host_id: string
  text: string
}

/**
 * Time to the first token of conversations with a real llama.cpp through a real server and agents: of the turns that
 * reach a host which has read the conversation so far, against their first turns, which nobody has read.
 */
export async function measureWarm(options: BenchOptions): Promise<Figure> {
  const folder = freshFolder(options.under)
  const running: { stop(): Promise<unknown> }[] = []
  const scene = await startScene(options, { buyers: 1, hosts: 0 })
  try {
    const model = join(folder.path, 'bench.gguf')
    await makeRambler(model, { layers: LAYERS })
    for (let at = 0; at < HOSTS; at++) running.push(...(await startHost(scene, model, options)))
    const [ours, theirs]: [Sample[], Sample[]] = [[], []]
    for (let round = 0; round < (options.full ? 5 : 3); round++) {
      const { cold, warm } = await measureRound(scene, round, options.full ? 8 : 4)
      ours.push(warm)
      theirs.push(cold)
    }
    return figureOf(ours, theirs)
  } finally {
    for (const one of running.reverse()) await one.stop()
    await scene.server.stop()
    folder.remove()
  }
}

async function startHost({ server }: Scene, model: string, { under }: BenchOptions): Promise<[EngineChild, HostAgent]> {
  const engine = await startEngine({ model, name: MODEL, parallel: 2, context: CONTEXT, reuse: true })
  return [engine, await startHostAgent(server.url, engine.url, { concurrency: 1, under })]
}

async function measureRound({ server, buyers }: Scene, round: number, conversations: number) {
  const [cold, warm, elsewhere]: [number[], number[], number[]] = [[], [], []]
  const authorization = buyers[0] as string
  const sample = await timed(server.pid, async () => {
    for (let at = 0; at < conversations; at++) {
      const messages: Message[] = [{ role: 'user', content: promptOf(round * conversations + at) }]
      const hosts = new Set<string>()
      for (let turn = 0; turn < TURNS; turn++) {
        const { first_ms, host_id, text } = await ask(server.url, authorization, messages)
        if (turn === 0) cold.push(first_ms)
        else (hosts.has(host_id) ? warm : elsewhere).push(first_ms)
        hosts.add(host_id)
        await pause(THINKING_MS)
        messages.push({ role: 'assistant', content: text }, { role: 'user', content: 'bade figo?' })
      }
    }
    return conversations * TURNS
  })
  const share = (100 * warm.length) / (warm.length + elsewhere.length)
  const { busy, others_busy } = sample
  return {
    warm: { ...latencies(warm), share, ...(busy === undefined ? {} : { busy }), ...{ others_busy } } as Sample,
    cold: latencies(cold),
  }
}

/** No two begin alike. */
function promptOf(number: number): string {
  const word = (at: number) => WORDS[(at * 7 + (at >> 3) + number * 3 + ((at * number) >> 2)) % WORDS.length]
  return [`number ${number}`, ...Array.from({ length: PROMPT_WORDS }, (_, at) => word(at))].join(' ')
}

async function ask(url: string, authorization: string, messages: Message[]): Promise<Turn> {
  const begun = performance.now()
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ model: MODEL, messages, max_tokens: 8, temperature: 0, stream: true }),
  })
  if (!response.ok || !response.body) throw new Error(`a chat was answered ${response.status}`)
  let [first_ms, said, text] = [Number.NaN, '', '']
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    said += part
    if (Number.isNaN(first_ms) && /"content":"[^"]/.test(said)) first_ms = performance.now() - begun
  }
  for (const [, json] of said.matchAll(/^data: (\{.*\})$/gm))
    text += JSON.parse(json as string).choices?.[0]?.delta?.content ?? ''
  const job_id = /"id":"chatcmpl-(job_\w+)"/.exec(said)?.[1]
  const job = await fetch(`${url}/jobs/${job_id}`, { headers: { authorization } })
  const { host_id } = (await job.json()) as { host_id: string }
  return { first_ms, host_id, text }
}

const figureOf = (ours: Sample[], theirs: Sample[]): Figure => ({
  name: 'warm',
  what: `time to the first token behind ${PROMPT_WORDS} tokens that its host has read, ${HOSTS} hosts of llama.cpp`,
  anchor: 'the same of a prompt that no host has read',
  goal: 'p50 <= 0.7 of the anchor',
  ours,
  theirs,
  ratios: [ratioOf('p50_ms', ours, theirs, (ratio) => ratio <= 0.7)],
})
