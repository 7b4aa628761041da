import { createInterface } from 'node:readline'
import { tellQuietly } from '../output.ts'
import { chatWords } from '../words/chat.ts'

/** The lines of standard input, without a word about them. */
export async function* pipedLines(): AsyncGenerator<string> {
  yield* createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
}

interface Typing {
  /** Lines that came together, as those that were pasted do. */
  lines: string[]
  /** What the Up key brings back, the newest first. */
  history: string[]
}

/**
 * The lines that a person types, until Ctrl-D. The terminal is read only while one is asked for: in between, Ctrl-C is
 * the program's.
 */
export async function* typedLines(): AsyncGenerator<string> {
  const typing: Typing = { lines: [], history: [] }
  for (;;) {
    const end = typing.lines.length > 0 ? 'line' : await ask(typing)
    const line = typing.lines.shift()
    if (line !== undefined) yield line
    else if (end === 'interrupted') {
      process.stderr.write('\n')
      tellQuietly(chatWords.howToEnd)
    } else return void process.stderr.write('\n')
  }
}

async function ask(typing: Typing): Promise<'line' | 'interrupted' | 'closed'> {
  const { promise, resolve } = Promise.withResolvers<'line' | 'interrupted' | 'closed'>()
  const { history } = typing
  // Questions go to standard error: standard output is for the answers.
  const reader = createInterface({ input: process.stdin, output: process.stderr, prompt: chatWords.prompt, history })
  reader
    .on('line', (line) => {
      typing.lines.push(line)
      resolve('line')
    })
    .on('history', (lines) => {
      typing.history = lines
    })
    .on('SIGINT', () => resolve('interrupted'))
    .on('close', () => resolve('closed'))
  reader.prompt()
  try {
    return await promise
  } finally {
    reader.close()
  }
}
