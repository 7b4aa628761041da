import { billedTokens } from '../jobs/price.ts'
import type { Kind } from '../ledger/accounts.ts'
import { type Charge, sharesByKind, splitGross } from '../ledger/postings.ts'

/** What one attempt brought of a job's text, at the price at which its host had claimed it. */
export interface Delivered {
  attempt: number
  host_id: string
  price_nano: bigint
  pieces: readonly string[]
  /** usage.completion_tokens, where its engine said it. */
  engine_tokens?: number | undefined
  /** What it is paid for having read the prompt: of several only the one that ends the job is. */
  input_nano?: bigint
}

/** What a host is paid for one attempt. */
export interface Share extends Delivered {
  tokens: number
  /** What of its charge is for what it wrote. */
  written_nano: bigint
  /** Promotional credits that were left for it. */
  promo_there: bigint
  charge: Charge
  kinds: Record<Kind, Charge>
}

/**
 * What each attempt is paid, in the order of the text: its tokens at its own host's price. Together no more than
 * max_tokens, since none is billed more than the pieces that are left to it. Promotional credits go first. Pure.
 */
export function sharesOf(
  delivered: readonly Delivered[],
  { max_tokens, reserved_promo_nano }: { max_tokens: number; reserved_promo_nano: bigint },
): Share[] {
  let left = max_tokens
  let promo = reserved_promo_nano
  return delivered.map((one) => {
    const tokens = billedTokens({ engine_tokens: one.engine_tokens, pieces: one.pieces, max_tokens: left })
    left = Math.max(0, left - Math.max(tokens, one.pieces.length))
    const written_nano = BigInt(tokens) * one.price_nano
    const charge = splitGross(written_nano + (one.input_nano ?? 0n))
    const [promo_there, kinds] = [promo, sharesByKind(promo, charge)]
    promo -= kinds.promo.gross
    return { ...one, tokens, written_nano, promo_there, charge, kinds }
  })
}

/** What all of them come to. Pure. */
export function totalOf(shares: readonly Share[]) {
  return shares.reduce(
    (sum, { tokens, charge }) => ({
      tokens: sum.tokens + tokens,
      charged_nano: sum.charged_nano + charge.gross,
      earned_nano: sum.earned_nano + charge.host,
    }),
    { tokens: 0, charged_nano: 0n, earned_nano: 0n },
  )
}
