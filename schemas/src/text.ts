import { z } from 'zod'

const encoder = new TextEncoder()

/** Free text of one line, as people and machines give it: no control characters, which harm terminals and logs. */
export function line(max: number) {
  return (
    z
      .string()
      .min(1)
      .max(max)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
      .regex(/^[^\u0000-\u001f\u007f-\u009f]*$/, { error: 'must not contain control characters' })
      .refine((text) => text.isWellFormed(), { error: 'must be well-formed Unicode' })
  )
}

/** The same where others read it beside what is not its writer's: nothing in it turns what is around it round. */
export const shownLine = (max: number) =>
  line(max).regex(/^[^\u2028-\u202e\u2066-\u2069]*$/, { error: 'must not contain characters that turn text round' })

/** Text of any shape, bounded by its UTF-8 bytes. NUL is refused: Postgres cannot store it. */
export function prose(maxBytes: number) {
  return z
    .string()
    .min(1)
    .refine((text) => text.length <= maxBytes && encoder.encode(text).length <= maxBytes, {
      error: `must be at most ${maxBytes} bytes of UTF-8`,
    })
    .refine((text) => !text.includes('\0'), { error: 'must not contain NUL characters' })
    .refine((text) => text.isWellFormed(), { error: 'must be well-formed Unicode' })
}

/** `usr_`, `host_`, `job_`, `doc_`, `tok_` and 26 sortable characters. */
export function id(prefix: string) {
  return z
    .string()
    .max(64)
    .regex(new RegExp(`^${prefix}_[0-9a-z]{1,48}$`), { error: `must look like ${prefix}_...` })
    .meta({ example: `${prefix}_01k9zq4v7m3x8e2r5t6y7u8w9a` })
}

/** ISO 8601 in UTC with milliseconds. */
export const timestamp = z.iso.datetime().meta({ example: '2026-11-20T12:00:00.000Z' })

/** ?limit= and ?offset= of the lists. */
export const limit = z.coerce.number().int().min(1).max(100).default(20)
export const offset = z.coerce.number().int().min(0).max(1_000_000_000).default(0)
