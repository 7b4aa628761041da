import { createHash } from 'node:crypto'
import type { FinishReason, JobResult, PieceNote, TokenLogprob } from '@mkt/schemas'
import type { Claimed } from '../../server/src/market/broker/claim.ts'
import { readOptions } from '../../server/src/market/jobs/options.ts'

const WORDS = 'amber birch cedar delta ember fjord glade heron inlet juniper kelp larch meadow north ochre pine'.split(
  ' ',
)

/** What a model of this name writes to a prompt, word by word: always the same, and each its own. */
export function written(model: string, prompt: string, tokens: number): string[] {
  return Array.from({ length: Math.min(40, tokens) }, (_, at) => {
    const hash = createHash('sha256').update(`${model}\n${prompt}\n${at}`).digest()
    return ` ${WORDS[(hash[0] as number) % WORDS.length]}`
  })
}

/** How a scripted host answers a job. */
export type Script = (job: Claimed) => {
  tokens: string[]
  notes?: PieceNote[]
  error?: JobResult['error']
  finish?: FinishReason
  usage?: JobResult['usage']
}

export const honest: Script = ({ model, input_text, max_tokens }) => ({
  tokens: written(model, input_text, max_tokens),
})
export const substituting: Script = ({ model, input_text, max_tokens }) => ({
  tokens: written(`${model} but smaller`, input_text, max_tokens),
})
export const canned: Script = ({ max_tokens }) => ({ tokens: written('canned', 'always', max_tokens) })

/** An honest host that also says how likely the model holds a text: it likes its own words only. */
export const scoring: Script = (job) => {
  const { score } = readOptions(job.options_json)
  if (!score) return honest(job)
  const tokens = score.text.match(/\s*\S+/g) ?? []
  const own = written(job.model, job.input_text, 40)
  return {
    tokens,
    notes: tokens.map((token, at) => {
      const best = { token: own[at] ?? token, logprob: -0.1 }
      const logprobs: TokenLogprob[] = [{ token, logprob: token === best.token ? -0.1 : -5, top_logprobs: [best] }]
      return { at, logprobs }
    }),
  }
}
