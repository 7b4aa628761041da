import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Check, judgeCheck } from '../../../server/src/market/verification/judge-check.ts'
import { memoryFolder } from '../memory-folder.ts'
import { type Said, type Scored, say, score, startEngines } from './engines.ts'
import type { Measured } from './measured.ts'

// Measures, on real engines, what checks of honest and of cheating hosts come to under the server's own rules:
//   node --conditions=mkt-source test/simulation/market-abuse/measure.ts
// writes measured.json, from which the simulation draws. Takes about ten minutes of a core.

const FILE = fileURLToPath(new URL('./measured.json', import.meta.url))
const PROMPTS = 60
const things = ['rivers', 'bread', 'the moon', 'a long walk', 'old clocks', 'glass', 'tides', 'names', 'salt', 'doors']
const prompts = Array.from({ length: PROMPTS }, (_, at) => `Tell me of ${things[at % things.length]}, part ${at}.`)

/** What a host does to the text of the model itself. */
const TREATED: Record<string, (said: Said, canned: Said) => Said & { stopped?: boolean }> = {
  'canned text': (_, canned) => canned,
  truncated: ({ text, tokens }) => ({
    text: text.slice(0, text.length / 6),
    tokens: Math.ceil(tokens / 6),
    stopped: true,
  }),
  'padded tokens': ({ text, tokens }) => ({ text, tokens: 2 * tokens }),
}

const folder = memoryFolder()
const engines = await startEngines(folder.path)
const reference = engines.get('honest')?.url ?? ''
const scored = new Map<string, Promise<Scored[]>>()
const scoreOnce = (prompt: string, text: string) => {
  const key = `${prompt}\n${text}`
  const known = scored.get(key) ?? score(reference, prompt, text)
  scored.set(key, known)
  return known
}
const asRule = (tokens: Scored[]) => tokens.map(({ logprob, top }) => ({ logprob, best: top[0], top }))

interface Pair {
  suspect: Said & { stopped?: boolean }
  reference: Said
}

async function check(at: number, pairs: readonly Pair[], greedy: boolean) {
  const { suspect, reference: referenceSaid } = pairs[at] as Pair
  // What the server compares an answer with: the last ones before it.
  const before = pairs.slice(Math.max(0, at - 4), at)
  const others = before.map((pair) => ({ suspect: pair.suspect.text, reference: pair.reference.text }))
  const prompt = prompts[at] as string
  const [own, other] = [await scoreOnce(prompt, suspect.text), await scoreOnce(prompt, referenceSaid.text)]
  const asked: Check = {
    suspect: { ...suspect, stopped: suspect.stopped ?? false },
    reference: { ...referenceSaid, stopped: false },
    greedy,
    temperature: greedy ? undefined : 1,
    others,
    scored: { suspect: asRule(own), reference: asRule(other) },
  }
  return judgeCheck(asked).map(({ kind, value }) => [kind, Number(value.toFixed(4))] as const)
}

const measured: Measured = {}
for (const [temperature, mode] of [
  [0, 'greedy'],
  [1, 'sampled'],
] as const) {
  const texts = (url: string, seed: number) =>
    Promise.all(prompts.map((prompt, at) => say(url, prompt, temperature, seed + at)))
  const references = await texts(reference, 10_000)
  const honest = await texts(reference, 20_000)
  const suspects = new Map<string, (Said & { stopped?: boolean })[]>()
  for (const [name, { url }] of engines) suspects.set(name, await texts(url, 30_000))
  for (const [name, treat] of Object.entries(TREATED)) {
    suspects.set(
      name,
      honest.map((said) => treat(said, honest[0] as Said)),
    )
  }
  for (const [name, answers] of suspects) {
    const pairs = answers.map((suspect, at) => ({ suspect, reference: references[at] as Said }))
    const checks = await Promise.all(pairs.map((_, at) => check(at, pairs, mode === 'greedy')))
    measured[name] = { ...measured[name], [mode]: checks.map((found) => Object.fromEntries(found)) }
    console.error(mode, name)
  }
}
await writeFile(FILE, `${JSON.stringify(measured)}\n`)
for (const { stop } of engines.values()) await stop()
folder.remove()
