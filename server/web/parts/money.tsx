import { formatCredits, NANO_PER_CREDIT } from '@mkt/schemas'
import { fill, t } from '../texts/texts.ts'

const DIGITS = 3

/**
 * Nano-credits as a person reads them: two decimals, of less than a credit the first three digits that are not 0, and
 * always at least two decimals, so that columns stay aligned. `exact` shows all there are.
 */
export function creditsText(nano: bigint, exact = false): string {
  if (exact) return formatCredits(nano)
  const size = nano < 0n ? -nano : nano
  const decimals = size === 0n || size >= NANO_PER_CREDIT ? 2 : Math.min(9, 9 - String(size).length + DIGITS)
  const unit = 10n ** BigInt(9 - decimals)
  const rounded = ((size + unit / 2n) / unit) * unit
  const [units = '0', fraction = ''] = formatCredits(rounded).split('.')
  const grouped = units.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${nano < 0n && rounded > 0n ? '−' : ''}${grouped}.${fraction.padEnd(2, '0')}`
}

interface MoneyProps {
  nano: bigint
  /** To the last digit. */
  exact?: boolean
  /** Where a column's heading has the unit. */
  bare?: boolean
}

/** An amount with its unit; the exact one on hover. */
export function Money({ nano, exact = false, bare = false }: MoneyProps) {
  const amount = creditsText(nano, exact)
  const title = fill(t.money.credits, { amount: formatCredits(nano) })
  return (
    <span class="money" title={title}>
      {bare ? amount : fill(t.money.credits, { amount })}
    </span>
  )
}
