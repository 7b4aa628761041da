import { TIMES_TRUSTED } from '../../storage/verified-price.ts'
import type { Suspect } from './candidate-store.ts'
import { BETWEEN_MS, betweenMs } from './check-pace.ts'

/** Of what the trusted host asks: up to here a host is looked at as often as any. */
const TIMES_REFERENCE = 2n
/** Of that: beyond it a host that is not known yet is not looked at, since one check would take too much. */
const TIMES_USUAL = BigInt(TIMES_TRUSTED) / TIMES_REFERENCE
/** No known host is left alone for longer, in the mean, whatever it asks. */
const LONGEST_MS = 20 * BETWEEN_MS.verified

type Prices = Pick<Suspect, 'price_nano' | 'input_price_nano'>

const higherOf = ({ price_nano, input_price_nano }: Prices) =>
  price_nano > input_price_nano ? price_nano : input_price_nano

/**
 * The most a token for which a host is looked at as often as any: by what the operator's own hosts ask for the model,
 * since neither decoys nor dear hosts, nor what a few jobs were sold for, can move that. Where they ask nothing, by the
 * most that the operator lets a job cost while nobody is proven.
 */
export function usualPrice(references: readonly Prices[], unproven_nano: bigint): bigint {
  const asked = references.map(higherOf).reduce((most, one) => (one > most ? one : most), 0n)
  return TIMES_REFERENCE * (asked > 0n ? asked : unproven_nano)
}

/** Whether a host asks so much that a single check of it could take what there is for all others. */
export const isFarTooDear = (host: Prices, usual_nano: bigint) => higherOf(host) > TIMES_USUAL * usual_nano

/**
 * How long it is to a host's next check, in the mean, with what it asks. The platform pays for a check what the host
 * asks, so a dear host is looked at less often by as much as it is dearer: it is paid no more for checks than others
 * are. One that is known is looked at from time to time all the same: a verdict is not kept by asking for more.
 */
export function pauseMs(suspect: Suspect, usual_nano: bigint): number {
  const known = suspect.verdict !== null && suspect.verdict !== 'undecided'
  return pauseAtPrice(suspect, { between_ms: betweenMs(suspect), known }, usual_nano)
}

/** The same of a host that is looked at so often where it asks what is usual. */
export function pauseAtPrice(host: Prices, { between_ms, known }: Pace, usual_nano: bigint): number {
  const asked = higherOf(host)
  if (asked <= usual_nano || between_ms === Number.POSITIVE_INFINITY) return between_ms
  if (!known && isFarTooDear(host, usual_nano)) return Number.POSITIVE_INFINITY
  const pause_ms = (between_ms * Number(asked)) / Number(usual_nano)
  return known ? Math.min(pause_ms, LONGEST_MS) : pause_ms
}

interface Pace {
  between_ms: number
  /** Whether its test has come to something. */
  known: boolean
}

/** Of a text that a host counts so many tokens of: another tokenizer than its own may well find half as many more. */
export const readTokens = (tokens: number): number => Math.max(64, 2 * tokens)

/** What a chat is billed beside its words. */
const CHAT_BYTES = 64

/** The most that a job may cost at a host. */
export function costAt(host: Prices, { input_text, max_tokens }: { input_text: string; max_tokens: number }): bigint {
  const read = BigInt(Buffer.byteLength(input_text) + CHAT_BYTES)
  return BigInt(max_tokens) * host.price_nano + read * host.input_price_nano
}
