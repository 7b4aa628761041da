import { NANO_PER_CREDIT, parseCredits } from '@mkt/schemas'

/** What a credit costs. */
export interface CreditPrice {
  /** Billionths of the currency for one credit: 10,000,000 for 0.01. */
  nano: bigint
  /** ISO 4217, lower case. */
  currency: string
}

// Payment providers count in the smallest unit: that of these is the whole.
const WITHOUT_CENTS = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
/** Counted in thousandths, or by rules of their own. */
const UNSUPPORTED = new Set('bhd iqd isk jod kwd lyd omr tnd ugx'.split(' '))

/** `0.01 usd`; undefined where it is none, or of a currency that is not counted in hundredths or wholes. */
export function parsePrice(text: string): CreditPrice | undefined {
  const [, number = '', name = ''] = /^(\d{1,7}(?:\.\d{1,9})?) ([A-Za-z]{3})$/.exec(text) ?? []
  const [nano, currency] = [parseCredits(number), name.toLowerCase()]
  if (nano === undefined || nano <= 0n || UNSUPPORTED.has(currency)) return undefined
  return { nano, currency }
}

/** Cents, or whole yen, for so many nano-credits; rounded up, so that no amount of credits is free. */
export function amountOf(credits_nano: bigint, { nano, currency }: CreditPrice): number {
  const unit = BigInt(10 ** decimalsOf(currency))
  const scale = NANO_PER_CREDIT * NANO_PER_CREDIT
  return Number((credits_nano * nano * unit + scale - 1n) / scale)
}

/** 50 cents -> `0.50`, 50 yen -> `50`. */
export function formatAmount(minor: number, currency: string): string {
  const decimals = decimalsOf(currency)
  const digits = String(minor).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** The part of the credits that a refund stands for, rounded down to a nano-credit; all of them for the whole amount. */
export function creditsOfRefund(credits_nano: bigint, refunded_minor: number, amount_minor: number): bigint {
  if (refunded_minor >= amount_minor) return credits_nano
  return (credits_nano * BigInt(refunded_minor)) / BigInt(amount_minor)
}

const decimalsOf = (currency: string) => (WITHOUT_CENTS.has(currency) ? 0 : 2)
