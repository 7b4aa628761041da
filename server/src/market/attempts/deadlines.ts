import type { ModelPatience } from '@mkt/schemas'
import type { Limits } from '../../limits.ts'
import type { Deadlines } from '../../live/streams.ts'
import type { Trust } from '../../trust.ts'

/** What a host says of its engines; null: nothing. */
export interface Patience {
  first_piece_seconds: number | null
  next_piece_seconds: number | null
  /** Of single models: a JSON object of ModelPatience by name. */
  patience_json: string | null
}

/** What is asked of an engine. */
interface Asked {
  model: string
  max_tokens: number
}

/** Of strangers' new hosts nothing is believed yet: all that it would take to hold jobs is to say so. */
export const AS_USUAL: Patience = { first_piece_seconds: null, next_piece_seconds: null, patience_json: null }

/** One's own engines may be as slow as a small machine's processor: a token takes so many times as long. */
const OWN_PACE = 10

/**
 * The deadlines of a job of so many tokens. A host may say that its engine, or one of its models, needs longer, as one
 * that is loaded first does: of a stranger that is believed up to the operator's bound and for the first piece only, of one's own host
 * whatever it says. Pure.
 */
export function deadlinesOf(
  { limits, trust }: { limits: Limits; trust: Trust },
  patience: Patience,
  { model, max_tokens }: Asked,
): Deadlines {
  const own = trust === 'own'
  const said = saidOf(patience, model)
  const first = Math.max(
    limits.first_piece_seconds,
    own ? said.first : Math.min(said.first, limits.first_piece_most_seconds),
  )
  const next = Math.max(limits.next_piece_seconds, own ? said.next : 0)
  const pace_ms = limits.token_ms * (own ? OWN_PACE : 1)
  return { first_ms: first * 1000, next_ms: next * 1000, end_ms: first * 1000 + max_tokens * pace_ms }
}

/** Models that a host has said something of. */
export const modelsWithPatience = ({ patience_json }: Pick<Patience, 'patience_json'>): ModelPatience =>
  patience_json === null ? {} : JSON.parse(patience_json)

/** Most hosts say nothing of single models: nothing is read then. */
function saidOf(patience: Patience, model: string): { first: number; next: number } {
  const models = modelsWithPatience(patience)
  const own = Object.hasOwn(models, model) ? models[model] : undefined
  return {
    first: own?.first_piece_seconds ?? patience.first_piece_seconds ?? 0,
    next: own?.next_piece_seconds ?? patience.next_piece_seconds ?? 0,
  }
}

/** Whether a host's word that its engine works is as good as a piece: of one's own hosts. A stranger has to show text. */
export const workingCounts = ({ trust }: { trust: Trust }) => trust === 'own'

/** Where an attempt stands; times are ms of the streams' clock. */
export interface Progress {
  deadlines: Deadlines
  begun_at: number
  /** When the last piece with text came, or what counts as one; before the first, the beginning. */
  advanced_at: number
  /** Of text so far. */
  bytes: number
}

/** Which deadline an attempt is past, if any; naming the job moves none of them. Pure. */
export function pastDeadline(
  { deadlines, begun_at, advanced_at, bytes }: Progress,
  now: number,
): 'first_piece' | 'next_piece' | 'end' | undefined {
  if (now - begun_at >= deadlines.end_ms) return 'end'
  if (bytes === 0) return now - advanced_at >= deadlines.first_ms ? 'first_piece' : undefined
  return now - advanced_at >= deadlines.next_ms ? 'next_piece' : undefined
}
