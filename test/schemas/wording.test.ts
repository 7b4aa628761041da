import { market, signup, submission, wording } from '@mkt/schemas'
import { expect, test } from 'vitest'
import { z } from 'zod'

const said = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value, { error: wording })
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
}

test('a signup is told what each member must be, in plain sentences', () => {
  expect(said(signup, { username: 'op', email: 'nobody', password: 'short' })).toEqual({
    username: 'must have at least 3 characters',
    email: 'must be an email address',
    password: 'must have at least 8 characters',
  })
  expect(said(signup, {})).toEqual({ username: 'is required', email: 'is required', password: 'is required' })
  expect(said(signup, null)).toEqual({ '': 'must be an object' })
})

test('a submission is told so too', () => {
  const wrong = { model: '', input_text: 5, max_tokens: 1.5, temperature: 3, top_p: 'x', stop: [], seed: {} }
  expect(said(submission, wrong)).toEqual({
    model: 'must not be empty',
    input_text: 'must be text',
    max_tokens: 'must be a whole number',
    temperature: 'must be 2 or less',
    top_p: 'must be a number',
    stop: 'must not be empty',
    seed: 'must be a number',
  })
})

test.each([
  [z.string().max(1), 'ab', 'must have at most 1 character'],
  [z.array(z.int()).max(2), [1, 2, 3], 'must have at most 2 entries'],
  [z.number().gt(0), 0, 'must be more than 0'],
  [z.number().lt(9), 9, 'must be less than 9'],
  [z.number().min(1), 0, 'must be 1 or more'],
  [z.number().multipleOf(5), 3, 'must be a multiple of 5'],
  [z.enum(['a', 'b', 'c']), 'd', 'must be a, b or c'],
  [z.literal('a'), 'b', 'must be a'],
  [z.union([z.int(), z.boolean()]), 'x', 'is not of a form that is understood here'],
  [z.strictObject({}), { a: 1 }, 'has members that are not known here: a'],
  [z.iso.datetime(), 'x', 'must be a time in ISO 8601, as 2026-11-20T12:00:00.000Z'],
  [z.boolean(), 'x', 'must be true or false'],
])('%#: %s', (schema, value, message) => {
  expect(schema.safeParse(value, { error: wording }).error?.issues[0]?.message).toBe(message)
})

/** What zod says by itself. */
const RAW = /Too (small|big)|Invalid|expected|received|Unrecognized/

test('no member of any request is ever answered in the words of the validator', () => {
  const values = [undefined, null, '', 'x'.repeat(300), -1, 1e300, 1.5, true, [], [{}], {}, 'a\0b']
  const endpoints = Object.values(market) as { body?: z.ZodType; query?: z.ZodType }[]
  const schemas = endpoints.flatMap(({ body, query }) => [body, query].filter((schema) => schema !== undefined))
  let told = 0
  for (const schema of schemas) {
    const names = Object.keys((schema as z.ZodObject).shape ?? {})
    for (const name of names)
      for (const value of values)
        for (const issue of schema.safeParse({ [name]: value }, { error: wording }).error?.issues ?? []) {
          told++
          expect(issue.message).not.toMatch(RAW)
          expect(issue.message).toMatch(/^[a-z]/)
        }
  }
  expect(told).toBeGreaterThan(500)
})
