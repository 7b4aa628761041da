import { Money } from './money.tsx'

const THOUSAND = 1000n

/** A price of one token as the price of a thousand, which has fewer zeros; the unit stands in the heading. */
export function pricePerThousand(nano: bigint | null | undefined) {
  return nano === null || nano === undefined ? '–' : <Money nano={nano * THOUSAND} bare />
}

/** Tokens a second, without the unit. */
export function speedText(tokens_per_second: number | null | undefined): string {
  if (tokens_per_second === null || tokens_per_second === undefined) return '–'
  return tokens_per_second < 10 ? tokens_per_second.toFixed(1) : String(Math.round(tokens_per_second))
}
