import { wrapWords } from './wrap-words.ts'

const DEFAULT_WIDTH = 80
const MOST_WIDTH = 100
/** A column of descriptions that is narrower than this reads badly: they go below their terms. */
const LEAST_COLUMN = 28
const BELOW_TERM = 6
const LONG = 70

interface Terminal {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

/** How a program's parser is to write its help and its complaints, so that they fit the terminal. */
export function helpOutput({ stdout, stderr }: { stdout: Terminal; stderr: Terminal }) {
  return {
    writeOut: (text: string) => void stdout.write(wrapHelp(text, helpWidth(stdout))),
    // What a script reads of an error stays on its line.
    writeErr: (text: string) => {
      const wrapped = stderr.isTTY || text.startsWith('Usage:')
      stderr.write(wrapped ? wrapHelp(text, helpWidth(stderr)) : text)
    },
  }
}

/** Lines come whole from the parser, so that its help and our own texts are wrapped by one rule. */
export const HELP_LINES = { helpWidth: Number.POSITIVE_INFINITY } as const

/** How wide help is: as the terminal, or 80 where there is none; longer lines than 100 are hard to read. */
function helpWidth({ isTTY, columns }: Pick<Terminal, 'isTTY' | 'columns'>): number {
  return isTTY && columns ? Math.min(columns, MOST_WIDTH) : DEFAULT_WIDTH
}

/**
 * Help as commander and our own texts write it, one line for each thing, as lines of at most `width`. The description
 * behind a term goes on in its column. Examples stay as they are, for a command that is broken cannot be copied.
 */
export function wrapHelp(text: string, width: number): string {
  let inExamples = false
  return joinParagraphs(text.split('\n'))
    .map((line) => {
      if (/^\S/.test(line)) inExamples = /^Examples?:/.test(line)
      return inExamples ? line : wrapLine(line, width)
    })
    .join('\n')
}

/** Our own texts are broken where the source is: what follows a long line without an indent goes on with it. */
function joinParagraphs(lines: readonly string[]): string[] {
  const joined: string[] = []
  for (const line of lines) {
    const before = joined.at(-1) ?? ''
    const goesOn = /^[^\s(]/.test(line) && /^\S/.test(before) && before.length > LONG && !before.endsWith('.')
    if (goesOn) joined[joined.length - 1] = `${before} ${line}`
    else joined.push(line)
  }
  return joined
}

function wrapLine(line: string, width: number): string {
  if (line.length <= width) return line
  const [, indent = '', term = '', rest = ''] = /^(\s*)(\S.*?\s{2,})?(.*)$/.exec(line) ?? []
  const column = indent.length + term.length
  if (term !== '' && width - column < LEAST_COLUMN) {
    const below = ' '.repeat(indent.length + BELOW_TERM)
    return [indent + term.trimEnd(), ...wrapWords(rest, width - below.length).map((part) => below + part)].join('\n')
  }
  const [first = '', ...more] = wrapWords(rest, width - column)
  return [indent + term + first, ...more.map((part) => ' '.repeat(column) + part)].join('\n')
}
