/** What every grammar of a JSON text is made of. Blanks are few: a model that may write them writes no end of them. */
export const BASIC_RULES = {
  value: 'object | array | string | number | boolean | null',
  object: '"{" space (member (space "," space member)*)? space "}"',
  member: 'string space ":" space value',
  array: '"[" space (value (space "," space value)*)? space "]"',
  string: '"\\"" char* "\\""',
  char: '[^"\\\\\\x7F\\x00-\\x1F] | "\\\\" (["\\\\bfnrt/] | "u" [0-9a-fA-F]{4})',
  number: 'integer ("." [0-9]{1,16})? ([eE] [-+]? [0-9]{1,3})?',
  integer: '"-"? ("0" | [1-9] [0-9]{0,15})',
  boolean: '"true" | "false"',
  null: '"null"',
  space: '[ ]? | "\\n" [ ]{0,20}',
  date: '[0-9]{4} "-" ("0" [1-9] | "1" [0-2]) "-" ("0" [1-9] | [12] [0-9] | "3" [01])',
  time: 'hour ":" sixty ":" sixty ("." [0-9]{3})? ("Z" | [+-] hour ":" sixty)',
  hour: '[01] [0-9] | "2" [0-3]',
  sixty: '[0-5] [0-9]',
  uuid: '[0-9a-f]{8} "-" [0-9a-f]{4} "-" [0-9a-f]{4} "-" [0-9a-f]{4} "-" [0-9a-f]{12}',
} as const

export const alternatives = (expressions: readonly string[]): string => `(${expressions.join(' | ')})`

/** The JSON text of a value, as it stands. */
export const literal = (value: unknown): string => verbatim(JSON.stringify(value))

/** A text as it stands. */
export const verbatim = (text: string): string => `"${text.replace(/["\\\n\r\t]/g, (one) => ESCAPES[one] ?? one)}"`

const ESCAPES: Record<string, string> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

export function times(expression: string, least: number, most?: number): string {
  if (most === undefined) return least === 0 ? `${expression}*` : `${expression}{${least},}`
  return most <= 0 ? '' : `${expression}{${Math.min(least, most)},${most}}`
}
