import { SCOPES, type Scope } from '@mkt/schemas/scopes'
import { InvalidArgumentError } from 'commander'
import { argumentWords } from '../words/arguments.ts'
import { completedBy, type WordKind } from '../words/kinds.ts'

/** A parser of a whole number for commander, with the bounds that make sense without asking the server. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER) {
  return (text: string): number => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    const range = max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `${min} to ${max}`
    throw new InvalidArgumentError(argumentWords.whole(range))
  }
}

export function numberBetween(min: number, max: number) {
  return (text: string): number => {
    const value = text.trim() === '' ? Number.NaN : Number(text)
    if (value >= min && value <= max) return value
    throw new InvalidArgumentError(argumentWords.between(min, max))
  }
}

/** Credits as nano-credits: exact, so a price is never rounded on its way. */
export function credits(text: string): bigint {
  const match = /^(\d{1,7})(?:\.(\d{1,9}))?$/.exec(text)
  if (!match) throw new InvalidArgumentError(argumentWords.credits)
  return BigInt((match[1] as string) + (match[2] ?? '').padEnd(9, '0'))
}

export function position(text: string): { attempt: number; offset: number } {
  const match = /^(\d{1,9})\.(\d{1,9})$/.exec(text)
  if (!match) throw new InvalidArgumentError(argumentWords.position)
  return { attempt: Number(match[1]), offset: Number(match[2]) }
}

/** `job_...`, so that a mistyped id is told apart from a job that is not there. */
export function idOf(prefix: Exclude<WordKind, 'model'>) {
  return completedBy(prefix, (text: string): string => {
    if (new RegExp(`^${prefix}_[0-9a-z]{1,48}$`).test(text)) return text
    throw new InvalidArgumentError(argumentWords.id(prefix))
  })
}

/** Any name: whether there is such a model, the server says. */
export const modelName = completedBy('model', (text: string): string => text)

/** A parser of a text of this form, which the server looks at more closely. */
export function matching(form: RegExp, what: string) {
  return (text: string): string => {
    if (form.test(text)) return text
    throw new InvalidArgumentError(argumentWords.matching(what))
  }
}

/** An amount that moves: more than nothing. */
export function amount(text: string): bigint {
  const nano = credits(text)
  if (nano > 0n) return nano
  throw new InvalidArgumentError(argumentWords.positive)
}

/** A user, by name or id. */
export function userRef(text: string): string {
  if (/^[A-Za-z0-9._-]{3,64}$/.test(text)) return text
  throw new InvalidArgumentError(argumentWords.user)
}

/** A user, by name or id, or the id of a host. */
export function userOrHost(text: string): string {
  if (/^[A-Za-z0-9._-]{3,64}$/.test(text)) return text
  throw new InvalidArgumentError(argumentWords.userOrHost)
}

/** A parser of an option that may be given `max` times: its values, in order. */
export function repeated(max: number) {
  return (text: string, before: string[] = []): string[] => {
    if (text === '') throw new InvalidArgumentError(argumentWords.empty)
    if (before.length === max) throw new InvalidArgumentError(argumentWords.often(max))
    return [...before, text]
  }
}

export function integer(text: string): number {
  if (/^-?\d{1,15}$/.test(text)) return Number(text)
  throw new InvalidArgumentError(argumentWords.wholeNumber)
}

const UNITS_MS = { s: 1000, m: 60_000, h: 3_600_000 } as const

/** A duration as `90s`, `10m` or `2h`, in milliseconds. */
export function duration(text: string): number {
  const match = /^(\d{1,6})([smh])$/.exec(text)
  if (match) return Number(match[1]) * UNITS_MS[match[2] as keyof typeof UNITS_MS]
  throw new InvalidArgumentError(argumentWords.time)
}

/** Scopes of a token with commas, or `all` for none of these limits. */
export function scopeList(text: string): readonly Scope[] | 'all' {
  if (text === 'all') return text
  const names = text.split(',').map((name) => name.trim())
  const known = names.filter((name): name is Scope => SCOPES.some((scope) => scope === name))
  if (known.length === names.length) return known
  throw new InvalidArgumentError(argumentWords.scopes(SCOPES.join(', ')))
}

const MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d{1,3})?Z)?$/

/** A day or a time in UTC. */
export const moment = matching(MOMENT, 'a day such as 2026-11-22, or a time in UTC such as 2026-11-22T12:00:00Z')
