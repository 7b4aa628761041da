import type { Submission } from '@mkt/schemas'
import { demandModel, type SpendRule, type TokenRights } from '../../accounts/token-rights.ts'
import { DomainError } from '../../base/errors.ts'
import type { Market } from '../deps.ts'
import { agreeTerms } from './agree-terms.ts'
import type { Agreed, Terms } from './terms.ts'

/** What a submission comes to with the first of its models that can be served. */
export interface AgreedModel {
  model: string
  terms: Terms
}

interface Asking {
  userId: string
  submission: Submission
  /** To fall back to, after the submission's own. */
  models: readonly string[]
  longest: boolean
  /** As many such jobs are asked for at once. */
  answers: number
  /** What its host must be able to do: see capability-mask.ts. */
  needs: number
  /** UTF-8 bytes of the prompt: as many tokens of it may be billed. */
  prompt_bytes: number
  rights: TokenRights | undefined
}

/** A model, and the name by which the buyer asked for it. */
interface Candidate {
  model: string
  named: string
}

/**
 * The model of a submission with its terms. Where it names several, or by a name of the operator's, the first that
 * hosts serve now within its price gets it; where none does, the first that may wait for one.
 * Errors: as agreeTerms, of the first; forbidden (a model that the token is not for).
 */
export async function agreeOnModel(market: Market, asking: Asking): Promise<AgreedModel> {
  const { submission, models, rights } = asking
  const candidates = await candidatesOf(market, [submission.model, ...models])
  const spending = rights?.spending ?? []
  const [only] = candidates
  if (only && candidates.length === 1) {
    demandCandidate(rights, only)
    return { model: only.model, terms: (await agreeWith(market, asking, only, spending)).terms }
  }
  let waiting: AgreedModel | undefined
  let refused: DomainError | undefined
  for (const candidate of candidates) {
    const { model } = candidate
    try {
      demandCandidate(rights, candidate)
      const { terms, served } = await agreeWith(market, asking, candidate, spending)
      if (served) return { model, terms }
      waiting ??= { model, terms }
    } catch (error) {
      if (!(error instanceof DomainError) || !OF_ONE_MODEL.has(error.code)) throw error
      refused ??= error
    }
  }
  if (waiting) return waiting
  throw refused
}

/** Refusals that another model may not meet. */
const OF_ONE_MODEL: ReadonlySet<string> = new Set([
  'model_not_found',
  'no_host_available',
  'invalid_request',
  'insufficient_credits',
  'forbidden',
  'not_found',
])

function agreeWith(
  market: Market,
  { userId, submission, longest, answers, needs, prompt_bytes }: Asking,
  { model }: Candidate,
  spending: readonly SpendRule[],
): Promise<Agreed> {
  return agreeTerms(market, userId, { ...submission, model }, { longest, answers, needs, prompt_bytes, spending })
}

/** A token for a name of the operator's is for whatever that stands for. */
function demandCandidate(rights: TokenRights | undefined, { model, named }: Candidate): void {
  if (!rights?.models?.includes(named)) demandModel(rights, model)
}

async function candidatesOf({ aliases }: Market, names: readonly string[]): Promise<Candidate[]> {
  const known = await aliases.all()
  const [named] = names
  if (named !== undefined && names.length === 1 && !known.has(named)) return [{ model: named, named }]
  const found = new Map<string, Candidate>()
  for (const named of names)
    for (const model of known.get(named)?.models ?? [named]) if (!found.has(model)) found.set(model, { model, named })
  return [...found.values()]
}
