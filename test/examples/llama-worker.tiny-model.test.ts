import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StopStrings } from '@mkt/examples/llama-worker/stop-strings.ts'
import { cutPieces } from '@mkt/examples/llama-worker/tiny-model/pieces.ts'
import { TokenText } from '@mkt/examples/llama-worker/token-text.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_TEXT, makeRambler, makeReciter } from '../engine/gguf.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tiny-model-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

test('the same text and seed make the same small file, another seed another', async () => {
  const make = async (name: string, seed: number) =>
    readFile((await makeReciter(join(folder, 'new', name), { text: DEFAULT_TEXT, seed })).file)
  const first = await make('a.gguf', 1)
  expect(first.length).toBeLessThan(600_000)
  expect((await make('b.gguf', 1)).equals(first)).toBe(true)
  expect((await make('c.gguf', 2)).equals(first)).toBe(false)
})

test('several may make the same file at once, and leave nothing beside it', async () => {
  const file = join(folder, 'together', 'rambler.gguf')
  await Promise.all([makeRambler(file), makeRambler(file), makeRambler(file)])
  expect(await readdir(join(folder, 'together'))).toEqual(['rambler.gguf'])
  expect((await readFile(file)).length).toBeLessThan(600_000)
})

test('a text too short for a token of its own is refused', () => {
  expect(() => cutPieces('ab')).toThrow('ab')
})

test('pieces make the text, and no token comes twice', () => {
  const word = fc.constantFrom('the', 'cat', 'a', 'é', '🙂', 'naïve', '\n', ' ', 'x1,', '日本')
  fc.assert(
    fc.property(fc.array(word, { minLength: 3, maxLength: 40 }), (words) => {
      const text = `Now ${words.join(' ')}`
      const pieces = cutPieces(text)
      const tokens = pieces.flatMap((piece) => piece.tokens)
      expect(pieces.map((piece) => piece.text).join('')).toBe(text)
      expect(new Set(tokens).size).toBe(tokens.length)
    }),
  )
})

test('a stop string is found however the text is cut', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 })
  const stop = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(fc.array(letters), stop, (parts, stop) => {
      const stops = new StopStrings([stop])
      const passed = parts.map((part) => stops.pass(part)).join('') + stops.end()
      expect(passed).toBe(parts.join('').split(stop)[0])
      expect(stops.stopped).toBe(parts.join('').includes(stop))
    }),
  )
})

test('characters come whole, and bytes that never make one are not held for ever', () => {
  const read = (bytes: Buffer) => {
    const text = new TokenText<number>((tokens) => Buffer.from(tokens).toString(), [])
    return [...bytes].map((byte) => text.add(byte))
  }
  fc.assert(
    // The replacement character itself, at the very end, cannot be told from a character that is still to come.
    fc.property(
      fc.string({ unit: 'grapheme' }).filter((text) => !text.endsWith('\ufffd')),
      (text) => {
        const pieces = read(Buffer.from(text))
        expect(pieces.join('')).toBe(text.toWellFormed())
      },
    ),
  )
  expect(read(Buffer.from([0xf0, 0x80, 0x80, 0x80, 0x41])).join('')).toMatch(/^\uFFFD+A$/)
})
