import { Fault } from './fault.ts'
import { alternatives, BASIC_RULES, literal, times, verbatim } from './grammar-rules.ts'
import { isDeeperThan, object } from './members.ts'

type Schema = Record<string, unknown>

const MOST_LEVELS = 64
/** What a grammar cannot hold; a schema that is not strict has them as advice to the model. */
const BEYOND = [
  'pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf uniqueItems contains minContains maxContains',
  'patternProperties propertyNames minProperties maxProperties dependentRequired dependentSchemas not if then else',
].flatMap((words) => words.split(' '))

/** The rule of a text that the schema allows. */
const ANSWER = 'answer'

/** A grammar of the same texts, or any of these in their place. */
export const orOneOf = (grammar: string, texts: readonly string[]): string =>
  grammar.replace(`root ::= ${ANSWER}\n`, () => `root ::= ${alternatives([ANSWER, ...texts.map(verbatim)])}\n`)

/** The grammar of the JSON texts that a schema allows, in the form that llama.cpp reads (GBNF). */
export function grammarOfSchema(schema: unknown, strict: boolean, param: string): string {
  if (isDeeperThan(schema, MOST_LEVELS)) throw refused(param, `must have at most ${MOST_LEVELS} levels`)
  return new SchemaGrammar(schema, strict, param).text()
}

/** Of any JSON object. */
export const anyObjectGrammar = (): string => grammarOfSchema({ type: 'object' }, false, '')

class SchemaGrammar {
  readonly #whole: unknown
  readonly #strict: boolean
  readonly #param: string
  readonly #rules = new Map<string, string>()
  /** The rules of what is referred to, which may refer to itself. */
  readonly #references = new Map<string, string>()

  constructor(whole: unknown, strict: boolean, param: string) {
    this.#whole = whole
    this.#strict = strict
    this.#param = param
  }

  text(): string {
    const answer = this.#of(this.#whole)
    const rules = [['root', ANSWER], [ANSWER, answer], ...this.#rules, ...Object.entries(BASIC_RULES)]
    return rules.map(([name, rule]) => `${name} ::= ${rule}\n`).join('')
  }

  /** An expression of what the schema allows. */
  #of(schema: unknown): string {
    if (schema === true || schema === undefined) return 'value'
    if (schema === false) throw this.#beyond('false')
    const members = object(schema, this.#param)
    const beyond = BEYOND.find((word) => members[word] !== undefined)
    if (beyond && this.#strict) throw this.#beyond(beyond)
    if (typeof members.$ref === 'string') return this.#reference(members.$ref)
    if (members.const !== undefined) return literal(members.const)
    if (Array.isArray(members.enum)) return alternatives(members.enum.map(literal))
    if (Array.isArray(members.allOf)) return this.#of(this.#merged(members, members.allOf))
    const either = members.anyOf ?? members.oneOf
    if (Array.isArray(either)) return alternatives(either.map((one) => this.#of(one)))
    return this.#ofType(members)
  }

  #ofType(schema: Schema): string {
    const { type } = schema
    if (Array.isArray(type)) return alternatives(type.map((one) => this.#ofType({ ...schema, type: one })))
    if (type === 'string') return stringOf(schema)
    if (type === 'object' || (type === undefined && schema.properties !== undefined)) return this.#object(schema)
    if (type === 'array' || (type === undefined && schema.items !== undefined)) return this.#array(schema)
    if (type === undefined) return 'value'
    if (type === 'number' || type === 'integer' || type === 'boolean' || type === 'null') return type
    throw refused(this.#param, `has a type that JSON does not have: ${JSON.stringify(type)}`)
  }

  /** Properties come in the order in which the schema has them; those that need not be there may be left out. */
  #object(schema: Schema): string {
    const properties = Object.entries(object(schema.properties ?? {}, this.#param))
    const required = new Set(Array.isArray(schema.required) ? schema.required : [])
    const more = schema.additionalProperties
    const other = more === false ? undefined : `string ":" space ${this.#rule(this.#of(more ?? true))}`
    // What may come after the last property, and what may come there when nothing came before.
    let later = other ? `(space "," space ${other})*` : ''
    let first = other ? `(${other} ${later})?` : ''
    for (const [name, value] of properties.reverse()) {
      const one = `${literal(name)} space ":" space ${this.#rule(this.#of(value))}`
      const [afterIt, withoutIt] = [this.#rule(later), this.#rule(first)]
      const behind = `space "," space ${one} ${afterIt}`
      later = required.has(name) ? behind : `(${behind} | ${afterIt})`
      first = required.has(name) ? `${one} ${afterIt}` : `(${one} ${afterIt} | ${withoutIt})`
    }
    return this.#rule(`"{" space ${first} space "}"`)
  }

  #array(schema: Schema): string {
    const given = Array.isArray(schema.prefixItems) ? schema.prefixItems.map((one) => this.#rule(this.#of(one))) : []
    const [least, most] = [count(schema.minItems) ?? 0, count(schema.maxItems)]
    const closed = schema.items === false || (schema.items === undefined && given.length > 0)
    if (given.length > 0) {
      const rest = closed ? '' : `(space "," space ${this.#rule(this.#of(schema.items))})*`
      return this.#rule(`"[" space ${given.join(' space "," space ')} ${rest} space "]"`)
    }
    if (closed || most === 0) return this.#rule('"[" space "]"')
    const item = this.#rule(this.#of(schema.items))
    const others = times(`(space "," space ${item})`, Math.max(least - 1, 0), most === undefined ? undefined : most - 1)
    const items = `${item} ${others}`
    return this.#rule(`"[" space ${least === 0 ? `(${items})?` : items} space "]"`)
  }

  #reference(reference: string): string {
    const known = this.#references.get(reference)
    if (known) return known
    const name = `ref-${this.#references.size}`
    this.#references.set(reference, name)
    this.#rules.set(name, this.#of(this.#pointed(reference)))
    return name
  }

  #pointed(reference: string): unknown {
    let found: unknown = this.#whole
    const path = reference.split('/').slice(1)
    for (const step of path) {
      const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
      found = typeof found === 'object' && found !== null && Object.hasOwn(found, name) && (found as Schema)[name]
    }
    if (reference.startsWith('#') && found) return found
    throw refused(this.#param, `refers to what is not in it: ${JSON.stringify(reference)}`)
  }

  /** The properties of all parts together. */
  #merged({ allOf: _, ...own }: Schema, parts: readonly unknown[]): Schema {
    const schemas = [own, ...parts.map((part) => this.#resolved(object(part, this.#param)))]
    const properties = Object.assign({}, ...schemas.map((one) => one.properties ?? {}))
    const required = schemas.flatMap((one) => (Array.isArray(one.required) ? one.required : []))
    const some = Object.keys(properties).length > 0 ? { properties, required } : {}
    return { ...Object.assign({}, ...schemas), ...some }
  }

  #resolved(part: Schema): Schema {
    return typeof part.$ref === 'string' ? object(this.#pointed(part.$ref), this.#param) : part
  }

  /** Gives an expression a name of its own, so that it is written once. */
  #rule(expression: string): string {
    if (/^[a-z][a-z0-9-]*$/.test(expression)) return expression
    const name = `part-${this.#rules.size}`
    this.#rules.set(name, expression === '' ? '""' : expression)
    return name
  }

  #beyond(word: string): Fault {
    const advice = 'leave it out, or leave out "strict": true, which makes it advice to the model'
    return refused(this.#param, `has ${JSON.stringify(word)}, which this worker cannot hold an answer to: ${advice}`)
  }
}

const FORMATS: Record<string, string> = {
  date: 'date',
  time: 'time',
  'date-time': 'date "T" time',
  uuid: 'uuid',
}

function stringOf({ format, minLength, maxLength }: Schema): string {
  const formed = typeof format === 'string' && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined
  if (formed) return `"\\"" ${formed} "\\""`
  const [least, most] = [count(minLength) ?? 0, count(maxLength)]
  return least === 0 && most === undefined ? 'string' : `"\\"" ${times('char', least, most)} "\\""`
}

const count = (value: unknown) => (Number.isInteger(value) && (value as number) >= 0 ? (value as number) : undefined)

const refused = (param: string, message: string) => new Fault(400, `${param} ${message}`, { param })
