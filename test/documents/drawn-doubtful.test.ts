import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { outlinesIn } from '../../server/src/documents/text/shapes/font-shapes.ts'
import { lookAt } from '../../server/src/documents/text/shapes/look.ts'
import type { Outline } from '../../server/src/documents/text/shapes/outline.ts'

const FONTS = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts')
const FACES = ['LiberationSans-Regular', 'LiberationSans-Bold', 'LiberationSans-Italic']
const faceOf = (name: string) => readFileSync(join(FONTS, `${name}.ttf`))
const outlines = outlinesIn(faceOf('LiberationSans-Regular'))
const drawn = (character: string) => outlines(character) as Outline

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZéèêàüöñíÉ']

test.each(FACES)('letters, figures and signs of %s are what they are said to be', (face) => {
  const outline = outlinesIn(faceOf(face))
  const seen = [...LETTERS, ...'0123456789.,-'].map((said) => ({ said, look: lookAt(outline(said), said) }))
  // In italics of no serifs a capital I leans as a small l does.
  expect(seen.filter(({ said, look }) => look.shown !== undefined || (look.doubtful && !'lQ'.includes(said)))).toEqual(
    [],
  )
})

test('a letter that is said to be another is doubtful, and what it looks like is told', () => {
  expect(lookAt(drawn('M'), 'D')).toEqual({ doubtful: true, likely: 'M' })
  expect(lookAt(drawn('r'), 'n')).toEqual({ doubtful: true, likely: 'r' })
  expect(lookAt(drawn('9'), 'D').doubtful).toBe(true)
  const other = LETTERS.slice(0, 26).filter((said) => said !== 'r' && lookAt(drawn('r'), said).doubtful)
  expect(other.length).toBeGreaterThan(23)
})

test.each([
  ['95', '5', { shown: '5' }],
  ['5', '5', {}],
  [',', '.', { shown: '.' }],
  ['.', ',', { shown: ',' }],
  ['.', '-', { shown: '-' }],
  ['-', '.', { shown: '.' }],
])('what is said to be %s and drawn as %s', (said, as, look) => {
  expect(lookAt(drawn(as), said)).toEqual(look)
})

const moved = (outline: Outline, by: number): Outline['commands'] =>
  outline.commands.map(({ command, args }) => ({
    command,
    args: args.map((value, at) => (at % 2 === 0 ? value + by : value)),
  }))

test('two figures in one glyph are the two that they are said to be, or others', () => {
  const both = { commands: [...drawn('9').commands, ...moved(drawn('5'), 1139)] }
  expect(lookAt(both, '95')).toEqual({})
  expect(lookAt(both, '35')).toEqual({ shown: '95' })
})

test.each([...'-.,59aD'])('%s is as it is said to be behind a line without length at the origin', (said) => {
  const begun = [{ command: 'moveTo', args: [0, 0] }, { command: 'closePath', args: [] }, ...drawn(said).commands]
  expect(lookAt({ commands: begun }, said)).toEqual({})
})

/** A square of two units, far from the rest of a glyph: nobody sees it. */
const speck = (x: number, y: number): Outline['commands'] => [
  { command: 'moveTo', args: [x, y] },
  { command: 'lineTo', args: [x, y + 2] },
  { command: 'lineTo', args: [x + 2, y + 2] },
  { command: 'lineTo', args: [x + 2, y] },
  { command: 'closePath', args: [] },
]

test.each([
  ['with a speck far below it', { commands: [...drawn('5').commands, ...speck(400, -1500)] }],
  ['with a speck far above it', { commands: [...drawn('5').commands, ...speck(400, 2600)] }],
  ['that is a speck', { commands: speck(10, 0) }],
  ['whose outline is not read', undefined],
])('a figure %s is none that anybody can tell', (_, outline) => {
  expect(lookAt(outline, '9')).toEqual({ doubtful: true })
})

test('a figure drawn in thousands of lines is a figure', () => {
  const lines = drawn('5').commands.flatMap(({ command, args }) =>
    command === 'lineTo' || command === 'moveTo'
      ? Array.from({ length: 60 }, () => ({ command: command === 'moveTo' ? command : 'lineTo', args })).slice(
          command === 'moveTo' ? 59 : 0,
        )
      : [{ command, args }],
  )
  const more = lines.flatMap((line) =>
    line.command === 'quadraticCurveTo'
      ? [line, ...Array.from({ length: 60 }, () => ({ command: 'lineTo', args: line.args.slice(2) }))]
      : [line],
  )
  expect(more.length).toBeGreaterThan(600)
  expect(lookAt({ commands: more }, '9')).toEqual({ shown: '5' })
})

/** The face with one glyph put together from another; their numbers follow those of the alphabet's codes. */
function withCompound(of: number, from: number, flags = 0x0002): Uint8Array {
  const face = Buffer.from(faceOf('LiberationSans-Regular'))
  const table = (name: string) => {
    for (let entry = 12; ; entry += 16)
      if (face.toString('latin1', entry, entry + 4) === name) return face.readUInt32BE(entry + 8)
  }
  const long = face.readInt16BE(table('head') + 50) === 1
  const at =
    table('glyf') + (long ? face.readUInt32BE(table('loca') + 4 * of) : 2 * face.readUInt16BE(table('loca') + 2 * of))
  face.writeInt16BE(-1, at)
  face.writeUInt16BE(flags, at + 10)
  face.writeUInt16BE(from, at + 12)
  face.writeInt16BE(0, at + 14)
  return face
}

/** Glyphs of figures follow one another in this face. */
const [FIVE, NINE] = [24, 28]

test('a figure that is put together from another is that one', () => {
  expect(lookAt(outlinesIn(withCompound(NINE, FIVE))('9'), '9')).toEqual({ shown: '5' })
})

test('one that is put together from itself, or by points, is not looked at, and doubtful', () => {
  expect(lookAt(outlinesIn(withCompound(NINE, NINE))('9'), '9')).toEqual({ doubtful: true })
  expect(lookAt(outlinesIn(withCompound(NINE, FIVE, 0))('9'), '9')).toEqual({ doubtful: true })
})
