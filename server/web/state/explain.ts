import { ApiError, UnreachableError } from '../api.ts'
import { t } from '../texts/texts.ts'
import { PasskeyFault } from './passkey-fault.ts'

/** What went wrong, as a whole sentence for a person: what happened, and what to do. */
export function explain(error: unknown): string {
  if (error instanceof PasskeyFault) return error.message
  if (error instanceof UnreachableError) return t.errors.unreachable
  if (!(error instanceof ApiError)) return t.errors.unknown
  const [first] = error.details
  if (first) return sentence(`${nameOf(first.path)} ${first.message}`)
  return sentence(error.message)
}

/** `body.max_tokens` -> `max tokens` */
export function nameOf(path: string): string {
  return (path.split('.').slice(1).join(' ') || path).replaceAll('_', ' ')
}

/** Begins with a capital letter and ends with a full stop. */
export function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.?!]$/.test(begun) ? begun : `${begun}.`
}
