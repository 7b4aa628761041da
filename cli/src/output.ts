import { styleText } from 'node:util'
import { safeLine, safeText } from '@mkt/schemas/process/safe-text'
import { systemFault } from '@mkt/schemas/process/system-fault'
import { exitCode } from './exit-code.ts'
import { room, talkRoom } from './room.ts'
import { talkLines } from './talk-lines.ts'
import { WordWrap } from './word-wrap.ts'
import { outputWords } from './words/output.ts'

/**
 * A reader that leaves (`mkt jobs | head -1`) has what it wanted: the program ends quietly. Output that cannot be
 * written (a full disk) ends it with a line that says so. Talk that nobody can read is dropped, and the work goes on.
 */
export function guardOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCode.ok)
    process.stderr.write(outputWords.noOutput(systemFault(error)))
    process.exit(exitCode.failed)
  })
  process.stderr.on('error', () => undefined)
}

/** Whether the text on standard output stands in the middle of a line. */
let midLine = false

/** On a terminal, which shows text and talk together, talk does not go on in a line of the text. */
function leaveText(): void {
  if (!midLine || !process.stdout.isTTY || !process.stderr.isTTY) return
  process.stderr.write('\n')
  midLine = false
}

/** Talk for the person: progress, hints. Never data. Names in it may be anybody's: it is one line, wrapped on a terminal. */
export function tell(line: string): void {
  leaveText()
  for (const part of talkLines(safeLine(line), talkRoom())) process.stderr.write(`${part}\n`)
}

/** A hint in a weaker colour where the terminal has colours and NO_COLOR is not set. */
export function tellQuietly(line: string): void {
  leaveText()
  for (const part of talkLines(safeLine(line), talkRoom()))
    process.stderr.write(`${styleText('dim', part, { stream: process.stderr })}\n`)
}

/** Says what a page of a list leaves out, or that there is nothing at all. */
export function tellRest(page: { shown: number; offset: number; total: number }, none: string): void {
  const next = page.offset + page.shown
  if (page.total === 0) tellQuietly(none)
  else if (page.shown === 0) tellQuietly(outputWords.pastEnd(page.total, page.offset))
  else if (next < page.total) tellQuietly(outputWords.nextPage(page.shown, page.total, next))
}

/** Writes a job's text as it comes. */
export interface TextWriter {
  write(text: string): void
  /** The newline after the text. */
  end(): void
  /** After a text that stopped half way: brings the cursor back to the start of a line. */
  breakOff(): void
}

export function textWriter(): TextWriter {
  const clean = process.stdout.isTTY ? safeText : (text: string) => text
  const wrap = new WordWrap(room)
  let pending = ''
  const put = (text: string) => {
    if (text === '') return
    process.stdout.write(wrap.take(text))
    midLine = !text.endsWith('\n')
  }
  return {
    write(text) {
      // A character outside the basic plane may arrive as two halves, in two pieces.
      const whole = pending + text
      const cut = /[\ud800-\udbff]$/.test(whole) ? whole.length - 1 : whole.length
      pending = whole.slice(cut)
      put(clean(whole.slice(0, cut)))
    },
    end() {
      put(`${clean(pending)}\n`)
      pending = ''
    },
    breakOff() {
      if (midLine) put('\n')
    },
  }
}
