import fc from 'fast-check'
import { z } from 'zod'

/** Values that fit members of these names because of what there is (an id that exists, a model on offer). */
export type Known = Record<string, fc.Arbitrary<unknown>>

/** JSON values that a schema accepts, by its own structure; where the name is known, mostly of the known values. */
export function validFor(schema: z.ZodType, known: Known, name = ''): fc.Arbitrary<unknown> {
  const accepted = (value: unknown) => schema.safeParse(value).success
  const generated = shaped(schema, known, name).filter(accepted)
  const wanted = known[name]
  if (!wanted) return generated
  return fc.oneof({ weight: 9, arbitrary: wanted.filter(accepted) }, { weight: 1, arbitrary: generated })
}

function shaped(schema: z.ZodType, known: Known, name: string): fc.Arbitrary<unknown> {
  const inner = (child: unknown) => validFor(child as z.ZodType, known, name)
  if (schema instanceof z.ZodObject) return objectOf(schema, known)
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return textOf(schema)
  if (schema instanceof z.ZodNumber) return numberOf(schema)
  if (schema instanceof z.ZodNull) return fc.constant(null)
  if (schema instanceof z.ZodBoolean) return fc.boolean()
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options)
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values)
  if (schema instanceof z.ZodArray) return fc.array(validFor(schema.element as z.ZodType, known), { maxLength: 4 })
  if (schema instanceof z.ZodTuple) return fc.tuple(...schema.def.items.map(inner))
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map(inner))
  if (schema instanceof z.ZodRecord)
    return fc.dictionary(inner(schema.keyType) as fc.Arbitrary<string>, inner(schema.valueType), { maxKeys: 3 })
  if (schema instanceof z.ZodNullable) return fc.oneof(inner(schema.def.innerType), fc.constant(null))
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodCatch)
    return inner(schema.def.innerType)
  // Money is a number with at most nine decimals on the wire; any other pipe is what goes into it.
  if (schema instanceof z.ZodPipe) return schema.out instanceof z.ZodBigInt ? money : inner(schema.in)
  if (schema instanceof z.ZodUnknown) return fc.constantFrom<unknown>(null, 1, [], { type: 'text' })
  // The custom schemas of the contract: the pieces of a result, and the parts of a message.
  if (schema instanceof z.ZodCustom) return fc.oneof(fc.array(text(40), { maxLength: 6 }), parts)
  throw new Error(`no generator for the schema ${schema.def.type} of ${name}: add one`)
}

function objectOf(schema: z.ZodObject, known: Known): fc.Arbitrary<unknown> {
  const members = Object.entries(schema.shape) as [string, z.ZodType][]
  const required = members.filter(([, member]) => !member.safeParse(undefined).success).map(([name]) => name)
  const arbitraries = members.map(([name, member]) => [name, validFor(member, known, name)] as const)
  return fc.record(Object.fromEntries(arbitraries), { requiredKeys: required })
}

export const text = kept((maxLength: number) =>
  fc.oneof(
    fc.string({ maxLength }),
    fc.string({ unit: 'grapheme', maxLength }),
    fc.string({ unit: 'binary', maxLength }),
  ),
)
const matching = kept((pattern: RegExp) => fc.stringMatching(pattern))

/** Made once for what it is made of: what fast-check prepares for a kind of texts is a tenth of all the fuzzing. */
function kept<K>(make: (of: K) => fc.Arbitrary<string>): (of: K) => fc.Arbitrary<string> {
  const made = new Map<K, fc.Arbitrary<string>>()
  return (of) => {
    const known = made.get(of) ?? make(of)
    made.set(of, known)
    return known
  }
}

function textOf(schema: z.ZodString | z.ZodStringFormat): fc.Arbitrary<string> {
  if (schema.format === 'email') return fc.emailAddress()
  if (schema.format === 'url') return fc.webUrl({ withQueryParameters: true })
  const { pattern, minimum = 0, maximum = 3000 } = checksOf(schema)
  // A pattern that only excludes some characters is met by most texts; others are written to the pattern.
  if (pattern && !pattern.source.startsWith('^[^')) return matching(pattern)
  const shortest = 'x'.repeat(Math.max(1, minimum))
  const longest = Math.min(maximum, 3000)
  return fc.oneof(
    { weight: 8, arbitrary: text(Math.min(longest, 60)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(shortest, 'x'.repeat(longest), '__proto__', '[DONE]', 'constructor'),
    },
  )
}

interface Checks {
  pattern?: RegExp
  /** Characters. */
  minimum?: number
  maximum?: number
  /** Values. */
  least?: number
  most?: number
  integer?: boolean
}

/** The checks as they were declared: what zod derives from them is lost where a schema got a description. */
function checksOf(schema: z.ZodString | z.ZodStringFormat | z.ZodNumber): Checks {
  const found: Checks = {}
  for (const check of schema.def.checks ?? []) {
    const def = check._zod.def as { check: string; pattern?: RegExp; minimum: number; maximum: number; value: number }
    if (def.check === 'string_format' && def.pattern) found.pattern ??= def.pattern
    if (def.check === 'min_length') found.minimum = def.minimum
    if (def.check === 'max_length') found.maximum = def.maximum
    if (def.check === 'greater_than') found.least = def.value
    if (def.check === 'less_than') found.most = def.value
    if (def.check === 'number_format') found.integer = true
  }
  return found
}

function numberOf(schema: z.ZodNumber): fc.Arbitrary<number> {
  const { least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER, integer } = checksOf(schema)
  const edges = fc.constantFrom(least, most)
  if (integer || schema.format === 'safeint') return fc.oneof(edges, fc.integer({ min: least, max: most }))
  return fc.oneof(edges, fc.double({ min: least, max: most, noNaN: true }))
}

const parts = fc.array(fc.record({ type: fc.constant('text'), text: fc.string({ maxLength: 20 }) }), {
  minLength: 1,
  maxLength: 3,
})

const money = fc.oneof(
  fc.constantFrom(0, 1e-9, 0.000001, 1, 9_000_000, 8_999_999.99999999),
  fc.integer({ min: 0, max: 1_000_000_000 }).map((nano) => Number((nano / 1e9).toFixed(9))),
)
