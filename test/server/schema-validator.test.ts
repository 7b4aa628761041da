import { expect, test } from 'vitest'
import { validatorOf } from '../../server/src/market/formats/schema-validator.ts'

const CURRENT = 'https://json-schema.org/draft/2020-12/schema'
const OLD = 'http://json-schema.org/draft-07/schema'

const named = (at: number) => ({ type: 'object', properties: { [`p${at}`]: { type: 'string' } } })

test('a schema costs what it holds: what schemas are is learned once', () => {
  validatorOf(named(0))
  const before = process.cpuUsage()
  for (let at = 1; at <= 20; at++) validatorOf(named(at))
  // Learned anew it is 20 ms of the processor for each; these take 10 ms together.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(150)
})

test.each([CURRENT, OLD])('what is no schema of %s is refused by what is wrong with it', ($schema) => {
  expect(() => validatorOf({ $schema, type: 'thing' })).toThrow(/^schema is invalid: data\/type must be/)
  expect(() => validatorOf({ $schema, properties: { a: { minimum: 'x' } } })).toThrow(/minimum must be number/)
})

test.each([CURRENT, OLD])('a schema may refer to the schema of schemas, %s', ($schema) => {
  const fits = validatorOf({ $schema, properties: { schema: { $ref: $schema } } })
  expect([fits({ schema: { type: 'object' } }), fits({ schema: { type: 'thing' } })]).toEqual([true, false])
})

test('what one schema has named is not known to the next', () => {
  const url = 'https://example.com/named'
  const own = validatorOf({ $defs: { a: { $id: url, type: 'string' } }, $ref: url })
  expect([own('x'), own(3)]).toEqual([true, false])
  expect(() => validatorOf({ $ref: url })).toThrow(/can't resolve reference/)
})
