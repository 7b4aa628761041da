import { formatCredits } from '@mkt/schemas'

/** `1 document`, `2 documents`, `0 replies` with a plural of its own. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}

export const ONE_CREDIT = 1_000_000_000n

/** Nano-credits as `1 credit`, `0.5 credits`. */
export function creditCount(nano: bigint): string {
  return `${formatCredits(nano)} ${nano === ONE_CREDIT ? 'credit' : 'credits'}`
}
