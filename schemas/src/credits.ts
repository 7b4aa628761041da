import { z } from 'zod'

/** One credit is this many nano-credits; all sums are `bigint` nano-credits. */
export const NANO_PER_CREDIT = 1_000_000_000n

/** The largest amount or balance anywhere, in nano-credits (9,000,000 credits). */
export const MAX_NANO = 9_000_000n * NANO_PER_CREDIT

// From 2^23 credits on, neighbouring doubles lie more than a nano-credit apart (1.86e-9).
const DOUBLE_EXACT_TO_CREDITS = 2 ** 23

/** `1500000000n` -> `"1.5"`: the exact decimal, without trailing zeros. */
export function formatCredits(nano: bigint): string {
  const sign = nano < 0n ? '-' : ''
  const digits = (nano < 0n ? -nano : nano).toString().padStart(10, '0')
  const fraction = digits.slice(-9).replace(/0+$/, '')
  return sign + digits.slice(0, -9) + (fraction && `.${fraction}`)
}

/** The exact inverse of formatCredits: a plain decimal with at most 9 decimals, or undefined. */
export function parseCredits(text: string): bigint | undefined {
  const match = /^(-?)(\d{1,10})(?:\.(\d{1,9}))?$/.exec(text)
  if (!match) return undefined
  const nano = BigInt(match[2] as string) * NANO_PER_CREDIT + BigInt((match[3] ?? '').padEnd(9, '0'))
  return match[1] ? -nano : nano
}

/**
 * A JSON number of credits as nano-credits. Undefined where the number carries more than 9 decimals, or
 * more digits than a double holds (above 8,388,608 credits: 8 decimals), since its sender's value is then unknown.
 */
export function creditsFromNumber(value: number): bigint | undefined {
  const nano = parseCredits(plainDecimal(value))
  if (nano === undefined || Math.abs(value) < DOUBLE_EXACT_TO_CREDITS) return nano
  return nano % 10n === 0n ? nano : undefined
}

/** String(1e-9) is "1e-9"; toFixed(9) is exact for what has at most 9 decimals and is checked by value. */
function plainDecimal(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  const fixed = value.toFixed(9)
  return Number(fixed) === value ? fixed : text
}

/**
 * A JSON number of credits that we wrote ourselves: as creditsFromNumber, and the nearest nano-credit where the double
 * holds fewer digits than we printed, so that a client can read the largest balances too.
 */
function creditsFromAnswer(value: number): bigint | undefined {
  return Math.abs(value) < DOUBLE_EXACT_TO_CREDITS ? creditsFromNumber(value) : parseCredits(value.toFixed(9))
}

function codec(read: (value: number) => bigint | undefined) {
  return z
    .codec(z.number(), z.bigint().min(-MAX_NANO).max(MAX_NANO, { error: 'must be at most 9000000 credits' }), {
      decode: (value, context) => {
        const nano = read(value)
        if (nano !== undefined) return nano
        context.issues.push({ code: 'custom', input: value, message: 'must have at most 9 decimals' })
        return z.NEVER
      },
      encode: (nano) => Number(formatCredits(nano)),
    })
    .meta({
      override: { type: 'number', format: 'double', description: 'Credits, exact to 9 decimals.', example: 0.001 },
    })
}

/**
 * Credits in answers: a JSON number on the wire, bigint nano-credits in code. Encoding goes through `writeJson`, which
 * prints the exact decimal, so nothing is ever rounded by a float.
 */
export const credits = codec(creditsFromAnswer)

/** Credits in requests: refused where it is not certain which amount was meant. */
export const creditsGiven = codec(creditsFromNumber)

/** A price or an amount that cannot be negative. */
export const creditsNotNegative = creditsGiven.refine((nano) => nano >= 0n, { error: 'must be 0 or more' })

/**
 * JSON text of a body in which every bigint is nano-credits, printed as its exact decimal.
 * It is the only place where money leaves as JSON.
 */
export function writeJson(body: unknown): string {
  // A replacer is called for every member, and most answers hold no money.
  if (!holdsMoney(body)) return JSON.stringify(body)
  return JSON.stringify(body, (_key, value) => (typeof value === 'bigint' ? rawJson(formatCredits(value)) : value))
}

function holdsMoney(value: unknown): boolean {
  if (typeof value === 'bigint') return true
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(holdsMoney)
  for (const name in value) if (holdsMoney((value as Record<string, unknown>)[name])) return true
  return false
}

// TypeScript's library does not know JSON.rawJSON yet (ES2025; in Node since 21).
const rawJson = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON
