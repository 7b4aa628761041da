import { type DocumentType, FIELDS, type ValueKind } from '../../../../../schemas/src/documents/fields.ts'

const AMOUNTS = ['withdrawal', 'deposit', 'balance', 'amount', 'quantity', 'unit_price']

/** A value of the answer from what is printed (or said, where print is not plain): amounts become numbers. */
export function readValue(type: DocumentType, name: string, text: string): string | number {
  const kinds: Record<string, ValueKind> = FIELDS[type]
  if (kinds[name] !== 'amount' && !AMOUNTS.includes(name)) return text
  const digits = text.replace(/[^\d]/g, '')
  return /[.,]\d\d$/.test(text) ? Number(digits) / 100 : Number(digits)
}
