import type { z } from 'zod'

/** What a schema expects, in the words of a person who has not read it. */
const KIND: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const FORMAT: Record<string, string> = {
  email: 'must be an email address',
  url: 'must be a URL',
  datetime: 'must be a time in ISO 8601, as 2026-11-20T12:00:00.000Z',
  safeint: 'must be a whole number',
}

const PARTS: Record<string, [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
}

const counted = (count: number | bigint, [one, many]: [string, string]) =>
  `${count} ${Number(count) === 1 ? one : many}`

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  const parts = PARTS[origin]
  if (parts) return Number(minimum) === 1 ? 'must not be empty' : `must have at least ${counted(minimum, parts)}`
  return inclusive === false ? `must be more than ${minimum}` : `must be ${minimum} or more`
}

function tooBig({ origin, maximum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string {
  const parts = PARTS[origin]
  if (parts) return `must have at most ${counted(maximum, parts)}`
  return inclusive === false ? `must be less than ${maximum}` : `must be ${maximum} or less`
}

function oneOf(values: readonly unknown[]): string {
  const names = values.map(String)
  if (names.length < 2) return `must be ${names[0] ?? 'left out'}`
  return `must be ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

/**
 * What is wrong with a value, said as the rest of a sentence that begins with its name: `must be 1 or more`. For
 * `schema.safeParse(value, { error: wording })`, wherever a person reads the answer; words of a schema's own win.
 */
export const wording: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${KIND[issue.expected] ?? issue.expected}`
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_format':
      return FORMAT[issue.format] ?? 'is not of the right form'
    case 'invalid_value':
      return issue.input === undefined ? 'is required' : oneOf(issue.values)
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `has members that are not known here: ${issue.keys.join(', ')}`
    case 'invalid_union':
      return issue.input === undefined ? 'is required' : 'is not of a form that is understood here'
    case 'invalid_key':
      return 'has a member whose name is not valid'
    default:
      return 'is not valid'
  }
}
