import { Ajv, type AnySchema, type Options, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'

// What a schema says of itself is not looked up, formats of strings are not judged, and what nobody knows is let be.
const OPTIONS: Options = {
  strict: false,
  validateFormats: false,
  logger: false,
  inlineRefs: false,
  addUsedSchema: false,
}
const OLD_DRAFT = /draft-0[4-7]/

/**
 * They know which schemas are schemas, which takes 20 ms to learn, and nothing of those that they have judged. They
 * learn it before the time of any schema begins: given up in the middle, they would stay half made.
 */
const JUDGES = { old: new Ajv(OPTIONS), current: new Ajv2020(OPTIONS) }
for (const judge of Object.values(JUDGES)) judge.validateSchema({})

/** Each schema has an instance of its own, so that none sees what another has named. Throws what is wrong with it. */
export function validatorOf({ $schema, $id: _, ...schema }: Record<string, unknown>): ValidateFunction {
  const draft = typeof $schema === 'string' && OLD_DRAFT.test($schema) ? 'old' : 'current'
  const instance = (options: Options) => (draft === 'old' ? new Ajv(options) : new Ajv2020(options))
  JUDGES[draft].validateSchema(schema, true)
  try {
    return instance({ ...OPTIONS, meta: false, validateSchema: false }).compile(schema as AnySchema)
  } catch (error) {
    // It may mean the schema of schemas, which only a full instance has.
    if (error instanceof Ajv.MissingRefError) return instance(OPTIONS).compile(schema as AnySchema)
    throw error
  }
}
