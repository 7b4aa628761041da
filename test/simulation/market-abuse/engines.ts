import { join } from 'node:path'
import { makeRambler, type RamblerOptions } from '../../engine/gguf.ts'
import { type EngineChild, startEngine } from '../../engine/start-engine.ts'

/** A model of random weights, six layers deep, and what hosts serve in its place. */
const LAYERS = 6
export const SERVED: Readonly<Record<string, RamblerOptions>> = {
  // The model itself.
  honest: {},
  // Roundings of other kernels: nine bits in blocks of 32 are about what bfloat16 keeps.
  bf16: { bits: 9 },
  q8: { bits: 8 },
  // What is sold as the model and is none.
  q4: { bits: 4 },
  q3: { bits: 3 },
  q2: { bits: 2 },
  'one layer less': { kept: LAYERS - 1 },
  'half the layers': { kept: LAYERS / 2 },
  'another model': { seed: 9 },
}

/** Real llama.cpp with each of them. */
export async function startEngines(folder: string, names = Object.keys(SERVED)): Promise<Map<string, EngineChild>> {
  const engines = new Map<string, EngineChild>()
  for (const name of names) {
    const model = join(folder, `${name}.gguf`)
    await makeRambler(model, { layers: LAYERS, ...SERVED[name] })
    engines.set(name, await startEngine({ model, name: 'rambler', context: 1024 }))
  }
  return engines
}

export interface Said {
  text: string
  tokens: number
}

const message = (content: string) => ({ role: 'user', content })

export async function say(url: string, prompt: string, temperature: number, seed: number): Promise<Said> {
  const body = { messages: [message(prompt)], max_tokens: 96, temperature, seed }
  const answer = (await post(`${url}/v1/chat/completions`, body)) as {
    choices: { message: { content: string } }[]
    usage: { completion_tokens: number }
  }
  return { text: answer.choices[0]?.message.content ?? '', tokens: answer.usage.completion_tokens }
}

/** A token's likelihood, and those of the likeliest at its place. */
export interface Scored {
  logprob: number
  top: number[]
}

/** The likeliest that are shown at a place. */
const SHOWN = 19

/** An answer as the model at this engine sees it coming: its own tokens, and the likeliest at their places. */
export async function score(url: string, prompt: string, text: string): Promise<Scored[]> {
  const messages = [message(prompt), { role: 'assistant', content: text }]
  const [own, all] = [await places(url, messages, 0), await places(url, messages, SHOWN)]
  const scored: Scored[] = []
  let left = text.length
  for (let at = own.length - 1; left > 0 && at > 0; at--) {
    const [token] = Object.values(own[at] ?? {})
    if (!token) break
    left -= token.decoded_token.length
    const likely = Object.values(all[at] ?? {}).filter(({ rank }) => rank <= SHOWN)
    scored.unshift({ logprob: token.logprob, top: likely.map(({ logprob }) => logprob).sort((a, b) => b - a) })
  }
  return scored
}

type Place = Record<string, { logprob: number; rank: number; decoded_token: string }> | null

async function places(url: string, messages: object[], prompt_logprobs: number): Promise<Place[]> {
  const answer = await post(`${url}/v1/chat/completions`, { messages, max_tokens: 0, prompt_logprobs })
  return (answer as { prompt_logprobs: Place[] }).prompt_logprobs
}

async function post(url: string, body: object): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  if (!response.ok) throw new Error(await response.text())
  return await response.json()
}
