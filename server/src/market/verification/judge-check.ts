import { agreementOf } from './agreement.ts'
import { type EvidenceKind, levelOf } from './evidence-tables.ts'
import { type Answer, type Oddity, odditiesAlone, odditiesOf, oddnessOf } from './plausibility.ts'
import { lackOf } from './sampled-surplus.ts'
import { excessOf, type ScoredToken, scoreOf, type TextScore } from './scored-text.ts'
import type { Observation } from './sequential-test.ts'

/** One prompt that a suspect has answered, and a host whom the operator trusts too or has read the answer. */
export interface Check {
  suspect: Answer
  /** Where the reference was asked for an answer of its own. */
  reference?: Answer | undefined
  /** At temperature 0: two honest engines write the same, up to near ties. */
  greedy: boolean
  /** Its tokens were chosen under penalties or biases: greedy ones are not the likeliest then. */
  penalised?: boolean | undefined
  /** Of a sampled one, where nothing but it says how tokens are sampled. */
  temperature?: number | undefined
  /** The texts under the reference, where it scores texts. */
  scored?: { suspect: readonly ScoredToken[]; reference?: readonly ScoredToken[] | undefined } | undefined
  /** Both texts under the reference behind another prompt. */
  crossed?: { suspect: readonly ScoredToken[]; reference: readonly ScoredToken[] } | undefined
  /** Earlier answers of the suspect to other prompts, with the reference's to those. */
  others?: readonly { suspect: string; reference: string }[] | undefined
}

/** What was measured, as it counts and as it is shown. */
export interface Finding extends Observation {
  kind: EvidenceKind
  value: number
  oddities?: readonly Oddity[]
}

/** What a check shows, one finding a source at most. Pure. */
export function judgeCheck(check: Check): Finding[] {
  return [scoring(check), agreement(check), plausibility(check)].flatMap((found) => (found ? [found] : []))
}

const finding = (kind: EvidenceKind, value: number): Finding => ({ kind, value, level: levelOf(kind, value) })

function scoring({ scored, greedy, penalised, temperature = 0 }: Check): Finding | undefined {
  if (greedy && penalised) return undefined
  const suspect = scored && scoreOf(scored.suspect)
  const lack = suspect && !greedy ? lackOf(scored.suspect, temperature) : undefined
  if (lack !== undefined) return finding('sampled_lack', lack)
  const excess = suspect && excessOf(suspect, scored.reference && scoreOf(scored.reference), greedy)
  return excess && finding(excess.kind, excess.value)
}

function agreement({ suspect, reference, greedy }: Check): Finding | undefined {
  return greedy && reference ? finding('agreement', 1 - agreementOf(suspect.text, reference.text)) : undefined
}

/** It counts where nothing is odd too, whatever was looked at: else an honest host's oddities alone would. */
function plausibility(check: Check): Finding {
  const { suspect, reference, scored } = check
  const oddities = odditiesAlone(suspect, scored?.suspect.length)
  if (reference) oddities.push(...odditiesOf({ suspect, reference }, check.others))
  if (ignoresPrompt(check)) oddities.push({ what: 'prompt_ignored', weight: 2 })
  return { ...finding('plausibility', oddnessOf(oddities)), oddities }
}

/** Nats a token by which a prompt makes an answer to it likelier than another prompt does. */
const ANSWERS = 0.2
const ANSWERS_NOTHING = 0.03

/** The reference's text belongs to its prompt, and the suspect's might as well answer another. */
function ignoresPrompt({ scored, crossed }: Check): boolean {
  if (!scored?.reference || !crossed?.reference) return false
  const gain = (own: TextScore | undefined, other: TextScore | undefined) => own && other && own.mean - other.mean
  const reference = gain(scoreOf(scored.reference), scoreOf(crossed.reference))
  const suspect = gain(scoreOf(scored.suspect), scoreOf(crossed.suspect))
  return reference !== undefined && suspect !== undefined && reference >= ANSWERS && suspect < ANSWERS_NOTHING
}
