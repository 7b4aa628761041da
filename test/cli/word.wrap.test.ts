import { market as endpoints } from '@mkt/schemas'
import fc from 'fast-check'
import { describe, expect, test as pure, vi } from 'vitest'
import { displayWidth } from '../../cli/src/display-width.ts'
import { WordWrap } from '../../cli/src/word-wrap.ts'
import { test } from './cli-test.ts'
import { eventStream, type Piece } from './fake-market.ts'
import { completed, JOB_ID } from './samples.ts'

// Each test starts some processes, several tests at once.
vi.setConfig({ testTimeout: 120_000 })

// biome-ignore lint/suspicious/noControlCharactersInRegex: control sequences are what is looked for
const SHOWN = /\u001b\[(\d+)D\u001b\[K|\n|[^\u001b\n]+/g

/** The lines that a terminal shows: newlines, the cursor back and the rest of a line cleared are obeyed. */
function screen(written: string): string[] {
  const lines = ['']
  for (const [part, back] of written.matchAll(SHOWN)) {
    const last = lines.at(-1) as string
    if (part === '\n') lines.push('')
    else lines[lines.length - 1] = back === undefined ? last + part : last.slice(0, -Number(back))
  }
  return lines
}

function wrapped(pieces: string[], columns: number): string[] {
  const wrap = new WordWrap(() => columns)
  return screen(pieces.map((piece) => wrap.take(piece)).join(''))
}

pure('lines break between words, however the text is cut into pieces', () => {
  const lines = ['the quick ', 'brown fox ', 'jumps over']
  expect(wrapped(['the quick brown fox jumps over'], 11)).toEqual(lines)
  expect(wrapped([...'the quick brown fox jumps over'], 11)).toEqual(lines)
  expect(wrapped(['the qui', 'ck bro', 'wn fox jum', 'ps ov', 'er'], 11)).toEqual(lines)
})

pure('nothing is held back: what came is on the screen after each piece', () => {
  const wrap = new WordWrap(() => 20)
  expect(['a', ' ', 'wo', 'rd'].map((piece) => wrap.take(piece))).toEqual(['a', ' ', 'wo', 'rd'])
})

pure('lines of its own stay, indents too; a word that is too long is cut; wide characters break anywhere', () => {
  expect(wrapped(['a:\n', '  indented\n', '\n', 'b'], 20)).toEqual(['a:', '  indented', '', 'b'])
  expect(wrapped(['ab ', 'x'.repeat(25)], 11)).toEqual(['ab ', 'x'.repeat(10), 'x'.repeat(10), 'x'.repeat(5)])
  expect(wrapped([...'日本語の名前'], 6)).toEqual(['日本', '語の', '名前'])
  expect(wrapped(['e\u0301'.repeat(4), ' x'], 6)).toEqual([`${'e\u0301'.repeat(4)} `, 'x'])
})

pure('a terminal that changes its width, and none', () => {
  let columns: number | undefined = 40
  const wrap = new WordWrap(() => columns)
  const first = wrap.take('the quick brown fox ')
  columns = 11
  expect(displayWidth(screen(first + wrap.take('jumps')).at(-1) as string)).toBeLessThanOrEqual(30)
  columns = undefined
  expect(wrap.take('x'.repeat(100))).toBe('x'.repeat(100))
})

pure('any text in any pieces: no word is lost or broken without need, and every line fits', () => {
  const word = fc.stringMatching(/^[a-z]{1,9}$/)
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1 }),
      fc.integer({ min: 11, max: 40 }),
      fc.infiniteStream(fc.nat(7)),
      (words, columns, cuts) => {
        let rest = words.join(' ')
        const pieces: string[] = []
        while (rest !== '') {
          const length = (cuts.next().value as number) + 1
          pieces.push(rest.slice(0, length))
          rest = rest.slice(length)
        }
        const lines = wrapped(pieces, columns)
        expect(lines.flatMap((line) => line.split(' ')).filter((one) => one !== '')).toEqual(words)
        expect(lines.filter((line) => line.length >= columns)).toEqual([])
      },
    ),
  )
})

describe.concurrent('a stream', () => {
  const pieces: Piece[] = ['Once upon a ti', 'me there was a qu', 'een.'].map((token, at) => ({ id: `1.${at}`, token }))

  test('on a terminal it breaks between words; in a pipe, and with --wide, it is as it came', async ({
    market,
    cli,
  }) => {
    market.script(endpoints.streamJob, eventStream(...pieces, 'done'))
    market.script(endpoints.getJob, { status: 200, body: completed })
    const text = 'Once upon a time there was a queen.'
    const terminal = { terminal: true, columns: 16, env: { NO_COLOR: '1' } }
    const { stdout } = await cli.run(['stream', JOB_ID], terminal)
    expect(screen(stdout.replaceAll('\r', '')).slice(0, 3)).toEqual(['Once upon a ', 'time there was ', 'a queen.'])
    expect((await cli.run(['stream', JOB_ID, '--wide'], terminal)).stdout).toContain(text)
    expect((await cli.run(['stream', JOB_ID])).stdout).toBe(`${text}\n`)
  })
})
