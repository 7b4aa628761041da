import * as zod from 'zod/v4'

/*
 * What the build of the pages puts in the place of zod. The contract declares some hundred schemas, of which a page
 * uses a handful: made at once, as zod does, they took a third of a second on a slow phone before anything was shown.
 * Here a declaration is only noted, and made when it is first used.
 */

// Zod tries whether it may compile code, which the pages' content security policy reports as a violation.
zod.config({ jitless: true })

/** What declares a schema from another one; anything else that is asked of one needs it made. */
const DECLARES = new Set([
  ...['optional', 'nullable', 'nullish', 'default', 'catch', 'meta', 'min', 'max', 'length', 'regex', 'int', 'trim'],
  ...['refine', 'superRefine', 'transform', 'pipe', 'extend', 'omit', 'pick', 'partial', 'catchall', 'strict'],
])

type Declared = Record<PropertyKey, unknown>
type Declare = (...given: never[]) => unknown

/** Stands for a schema until that is made. */
function deferred(make: () => unknown): unknown {
  let made: Declared | undefined
  const own = () => {
    made ??= make() as Declared
    return made
  }
  return new Proxy({} as Declared, {
    get(_, name) {
      if (made === undefined && DECLARES.has(name as string))
        return (...given: never[]) => deferred(() => (own()[name] as Declare)(...given))
      return own()[name]
    },
    has: (_, name) => name in own(),
  })
}

const declares =
  (declare: Declare) =>
  (...given: never[]) =>
    deferred(() => declare(...given))

export const z = {
  string: declares(zod.string),
  url: declares(zod.url),
  email: declares(zod.email),
  number: declares(zod.number),
  int: declares(zod.int),
  bigint: declares(zod.bigint),
  boolean: declares(zod.boolean),
  null: declares(zod.null),
  unknown: declares(zod.unknown),
  literal: declares(zod.literal),
  enum: declares(zod.enum),
  array: declares(zod.array),
  tuple: declares(zod.tuple),
  object: declares(zod.object),
  strictObject: declares(zod.strictObject),
  looseObject: declares(zod.looseObject),
  record: declares(zod.record),
  union: declares(zod.union),
  discriminatedUnion: declares(zod.discriminatedUnion),
  codec: declares(zod.codec),
  custom: declares(zod.custom),
  iso: { date: declares(zod.iso.date), datetime: declares(zod.iso.datetime) },
  coerce: { number: declares(zod.coerce.number) },
}
