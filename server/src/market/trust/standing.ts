import { weightedMedian } from './weighted-median.ts'

/**
 * How far a stranger's host is believed where it says that a job cannot be done: `new` is not proven, or failed most of
 * its last jobs; `proven`; and `leading`, one of those to whom half of what the model's hosts were paid went. Proof costs
 * next to nothing, to lead costs the fee on half of what all others sell.
 */
export const STANDING = { new: 0, proven: 1, leading: 2 } as const
export type Standing = (typeof STANDING)[keyof typeof STANDING]

/** After a failed attempt such hosts only may have the job for so long; then again whoever may at all. */
export const STANDING_MS = 600_000

interface Shown {
  proven_tokens: number
  failing: boolean
  evidence: { paid_nano: bigint }
}

/** What a host of a model must have been paid to lead it; 0 where nothing was paid. Pure. */
export function leadingFrom(offers: readonly Shown[]): bigint {
  const paid = offers.filter(isSound).map(({ evidence }) => ({ paid_nano: evidence.paid_nano }))
  return weightedMedian(paid.sort((a, b) => Number(b.paid_nano - a.paid_nano)))?.paid_nano ?? 0n
}

export function standingOf(offer: Shown | undefined, leading_nano: bigint): Standing {
  if (!offer || !isSound(offer)) return STANDING.new
  return offer.evidence.paid_nano >= leading_nano ? STANDING.leading : STANDING.proven
}

const isSound = ({ proven_tokens, failing }: Shown) => proven_tokens > 0 && !failing
