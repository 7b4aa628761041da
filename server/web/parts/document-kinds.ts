import type { documentSummary, riskLevel } from '@mkt/schemas'
import type { z } from 'zod'
import type { Tone } from './chip.tsx'

export type Summary = z.infer<typeof documentSummary>
export type Level = z.infer<typeof riskLevel>

/** How grave a level looks. */
export const RISK_TONES: Record<Level, Tone> = { LOW: 'good', MEDIUM: 'warn', HIGH: 'bad', CRITICAL: 'bad' }

/** Written in capitals wherever they stand: kinds of forms, and what people call by its letters. */
const SHORT = new Set([
  ...['nec', 'misc', 'int', 'div', 'r', 'cpp', 'qpp', 'ei', 'rpp', 'ppip', 'qpip', 'dpsp', 'ssn', 'tin', 'us', 'iban'],
  ...['bic', 'vat', 'id', 'ein', 'url', 'gst', 'hst', 'pst', 'qst', 'ytd'],
])

const isShort = (word: string) => SHORT.has(word.toLowerCase()) || /\d/.test(word)

/** `1099_NEC_TAX_SLIP` -> `1099 NEC tax slip`, `employee_name` -> `Employee name` */
export function humanName(name: string): string {
  const words = name.split('_').map((word, index) => {
    if (isShort(word)) return word.toUpperCase()
    const small = word.toLowerCase()
    return index === 0 ? small.charAt(0).toUpperCase() + small.slice(1) : small
  })
  return words.join(' ')
}
