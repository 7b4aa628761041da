import { type Analysis, fieldsOfType, namesFields, type ValueKind } from '@mkt/schemas'
import { DomainError } from '../../base/errors.ts'

export type Value = string | number | null

/** The slips of an analysis with detail=full. */
type Slips = NonNullable<Analysis['slips']>

/** What was read at a place; null where nothing was. Errors: invalid_request where the file has no such slip. */
export function readAt(slips: Slips, slip: number, field: string): Value {
  return slipAt(slips, slip).fields[field]?.value ?? null
}

/** A correction, and what it is of. */
export interface Corrected {
  slips: Slips
  slip: number
  field: string
  value: Value
  /** The kinds of the fields, of a slip of a type that its owner has declared. */
  declared?: Readonly<Record<string, ValueKind>> | undefined
}

/**
 * Holds a correction against what the contract, or the owner's own type, says of the field: a known name of the slip's
 * type, and a value of its kind. A slip of no type names its fields itself, as one does whose type was deleted; what
 * was read before a type was declared anew stays a field. Errors: invalid_request.
 */
export function checkCorrection({ slips, slip, field, value, declared }: Corrected): void {
  const { type, fields: read } = slipAt(slips, slip)
  const fields = declared ?? fieldsOfType(type)
  const kind = Object.hasOwn(fields, field) ? fields[field] : undefined
  const isRead = declared !== undefined && Object.hasOwn(read, field)
  const isNamed = declared !== undefined || namesFields(type)
  if (kind === undefined && isNamed && !isRead) throw wrong('params.field', `is no field of a ${type}`)
  if (value !== null && kind !== undefined && !IS[kind](value)) throw wrong('body.value', WANTED[kind])
}

function slipAt(slips: Slips, slip: number): Slips[number] {
  const found = slips[slip - 1]
  if (!found) throw wrong('slip', `must be 1 to ${slips.length}, for the file has so many`)
  return found
}

const isDay = (value: Value) =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value)

const IS: Record<ValueKind, (value: Value) => boolean> = {
  amount: (value) => typeof value === 'number',
  date: isDay,
  year: (value) => typeof value === 'string' && /^\d{4}$/.test(value),
  text: (value) => typeof value === 'string',
}

const WANTED: Record<ValueKind, string> = {
  amount: 'must be a number, such as 1234.56, or null',
  date: 'must be a day, such as 2026-11-22, or null',
  year: 'must be a year of four digits as text, such as "2026", or null',
  text: 'must be a text, or null',
}

function wrong(path: string, message: string): DomainError {
  return new DomainError('invalid_request', 'The correction is not valid.', { details: [{ path, message }] })
}
