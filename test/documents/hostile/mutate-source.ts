import type { Chance } from '../chance.ts'
import { NAMES, NUMBERS, OPERATORS, VALUES } from './extremes.ts'

/** Some of a text changed; the text is PDF source or anything else, in latin1. */
export type Change = (text: string, chance: Chance) => string

/** Replaces one match of a pattern, chosen by chance. */
function replaceOne(pattern: RegExp, text: string, chance: Chance, by: (found: string) => string): string {
  const matches = [...text.matchAll(pattern)]
  if (matches.length === 0) return text
  const match = chance.pick(matches)
  return text.slice(0, match.index) + by(match[0]) + text.slice(match.index + match[0].length)
}

const NUMBER = /-?\d+(?:\.\d+)?/g
const NAME = /\/[A-Za-z0-9#.+-]+/g
const VALUE = /\((?:[^()\\]|\\.)*\)|<[0-9A-Fa-f\s]*>|\[[^[\]]*\]|\d+ \d+ R|\/[A-Za-z0-9]+|-?\d+(?:\.\d+)?/g
const ENTRY = /\/[A-Za-z0-9]+\s*(?:\d+ \d+ R|\[[^[\]]*\]|\([^()]*\)|\/[A-Za-z0-9]+|-?[\d.]+)/g

const number: Change = (text, chance) => replaceOne(NUMBER, text, chance, () => chance.pick(NUMBERS))
const name: Change = (text, chance) => replaceOne(NAME, text, chance, () => chance.pick(NAMES))
const value: Change = (text, chance) => replaceOne(VALUE, text, chance, () => chance.pick(VALUES))
const lostEntry: Change = (text, chance) => replaceOne(ENTRY, text, chance, () => '')
const doubledEntry: Change = (text, chance) =>
  replaceOne(ENTRY, text, chance, (entry) => `${entry} ${entry.split(/\s/)[0]} ${chance.pick(VALUES)} `)
const reference: Change = (text, chance) => replaceOne(/\d+ \d+ R/g, text, chance, () => `${chance.whole(0, 40)} 0 R`)
const operator: Change = (text, chance) => replaceOne(/\s/g, text, chance, () => `\n${chance.pick(OPERATORS)}\n`)
const longNumber: Change = (text, chance) =>
  replaceOne(NUMBER, text, chance, () => chance.digits(chance.pick([20, 300, 5000])))

const flip: Change = (text, chance) => {
  const at = chance.whole(0, Math.max(0, text.length - 1))
  return text.slice(0, at) + String.fromCharCode(chance.whole(0, 255)) + text.slice(at + 1)
}

function range(text: string, chance: Chance): [number, number] {
  const from = chance.whole(0, Math.max(0, text.length - 1))
  return [from, from + chance.whole(1, chance.pick([1, 4, 40, 400]))]
}

const drop: Change = (text, chance) => {
  const [from, to] = range(text, chance)
  return text.slice(0, from) + text.slice(to)
}
const double: Change = (text, chance) => {
  const [from, to] = range(text, chance)
  return text.slice(0, to) + text.slice(from, to).repeat(chance.pick([1, 2, 50])) + text.slice(to)
}
const move: Change = (text, chance) => {
  const [from, to] = range(text, chance)
  const rest = text.slice(0, from) + text.slice(to)
  const at = chance.whole(0, rest.length)
  return rest.slice(0, at) + text.slice(from, to) + rest.slice(at)
}
const noise: Change = (text, chance) => {
  const [from] = range(text, chance)
  const bytes = Array.from({ length: chance.whole(1, 40) }, () => String.fromCharCode(chance.whole(0, 255)))
  return text.slice(0, from) + bytes.join('') + text.slice(from)
}

/** Changes of bytes, whatever they mean. */
export const BYTES: readonly Change[] = [flip, flip, flip, drop, double, move, noise, longNumber]

/** Changes of what a dictionary or another object says. */
export const TOKENS: readonly Change[] = [number, number, name, value, lostEntry, doubledEntry, reference, longNumber]

const extended: Change = (text, chance) => text.replace(/>>\s*$/, ` /Extends ${chance.whole(1, 60)} 0 R >>`)
const widths: Change = (text, chance) =>
  text.replace(/\/W \[[^\]]*\]|>>\s*$/, () => {
    const width = () => chance.pick(['0', '1', '2', '4', '8', ...NUMBERS])
    return `/W [${width()} ${width()} ${width()}] /Index [0 ${chance.pick(NUMBERS)} ${chance.pick(NUMBERS)} 9] >>`
  })

/** Changes of the dictionaries of object streams and cross-reference streams. */
export const STREAM_TOKENS: readonly Change[] = [...TOKENS, extended, widths]

/** Changes of what a stream holds: operators, CMaps, XML, font programs. */
export const CONTENT: readonly Change[] = [...BYTES, number, number, value, operator, operator]
