import { z } from 'zod'
import { METADATA, type Unserved } from './openai-parameters.ts'
import { saysSame } from './says-same.ts'

/** Null is how clients write that they leave a parameter out. */
export const asksNothing = (value: unknown): boolean => value == null

/** A parameter that is taken with the values that ask for nothing, and refused with any other. */
export function nothingBut(accepts: readonly unknown[], because: string) {
  const isAccepted = (value: unknown) => asksNothing(value) || accepts.some((one) => saysSame(one, value))
  return z
    .unknown()
    .refine(isAccepted, { error: `is not supported: ${because}; leave it out` })
    .optional()
}

/** The shape of several such parameters. */
export function unserved(parameters: Record<string, Unserved>) {
  const members = Object.entries(parameters).map(([name, { accepts, because }]) => {
    const values = accepts.map((value) => JSON.stringify(value))
    const description =
      values.length > 0 ? `Only ${values.join(' or ')} or null: ${because}.` : `Only null: ${because}.`
    return [name, nothingBut(accepts, because).meta({ description })]
  })
  return Object.fromEntries(members) as Record<string, z.ZodOptional<z.ZodUnknown>>
}

export const metadata = Object.fromEntries(METADATA.map((name) => [name, z.unknown().optional()])) as Record<
  string,
  z.ZodOptional<z.ZodUnknown>
>

/** A name that nobody here knows would have been passed over in silence. */
const UNKNOWN = 'is not a parameter that is known here; leave it out'
export const unknownParameter = z.unknown().refine(asksNothing, { error: UNKNOWN })

/** An object within a request: the first name that nobody knows is the one fault, since there may be a million. */
export function onlyKnown<S extends z.core.$ZodShape>(shape: S) {
  return z.looseObject(shape).superRefine((given, context) => {
    const name = Object.keys(given).find(
      (key) => !Object.hasOwn(shape, key) && !asksNothing((given as Record<string, unknown>)[key]),
    )
    if (name !== undefined) context.addIssue({ code: 'custom', path: [name], message: UNKNOWN })
  })
}
