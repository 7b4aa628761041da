import { isChatText } from '@mkt/schemas'
import { readFileUpTo, readUpTo } from '../bounded-read.ts'
import { Failure } from '../failure.ts'
import { embedWords } from '../words/embed.ts'
import { promptWords } from '../words/prompts.ts'

/** What is read before anything is sent. */
const MOST_BYTES = 67_108_864
const BOUNDS = { bytes: MOST_BYTES, tooLong: () => new Failure('usage', embedWords.tooLong(MOST_BYTES)) }

/** A portion is one job: a host may be unable to take more at once, and what fails is little. */
const MOST_TEXTS = 256
const MOST_PORTION_BYTES = 262_144
/** What the marketplace takes of one text. */
const MOST_TEXT_BYTES = 1_048_576

/** Where the texts are: the arguments, --file or standard input. */
export interface TextSource {
  given: readonly string[]
  file: string | undefined
  /** What is read is one text. */
  whole: boolean
}

/** The texts that vectors are to be made of. Throws a Failure (usage) where one of them can have none. */
export async function readTexts({ given, file, whole }: TextSource): Promise<string[]> {
  const typed = given.length > 0 && !(given.length === 1 && given[0] === '-')
  if (typed && file !== undefined) throw new Failure('usage', embedWords.twice)
  if (typed && whole) throw new Failure('usage', embedWords.wholeOfWhat)
  if (typed) return sound(given, (at) => embedWords.text(at + 1))
  const { text, name } = await readAll(given, file)
  if (whole) return sound([text], () => name)
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  if (lines.length === 0) throw new Failure('usage', embedWords.nothing(name))
  return sound(lines, (at) => embedWords.line(name, at + 1))
}

async function readAll(given: readonly string[], file: string | undefined): Promise<{ text: string; name: string }> {
  if (file !== undefined && file !== '-')
    return { text: decode(await readFileUpTo(file, BOUNDS, promptWords.unreadableFile), file), name: file }
  if (given.length === 0 && file === undefined && process.stdin.isTTY)
    throw new Failure('usage', embedWords.none, [embedWords.giveSome])
  return {
    text: decode(await readUpTo(process.stdin, BOUNDS), embedWords.standardInput),
    name: embedWords.standardInput,
  }
}

/** A byte order mark at the start is none of the text: the decoder drops it. */
function decode(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Failure('usage', promptWords.notText(name))
  }
}

function sound(texts: readonly string[], called: (at: number) => string): string[] {
  for (const [at, text] of texts.entries()) {
    if (text === '') throw new Failure('usage', embedWords.empty(called(at)), [embedWords.noneOfNothing])
    if (!isChatText(text)) throw new Failure('usage', embedWords.unplain(called(at)))
    if (Buffer.byteLength(text) > MOST_TEXT_BYTES)
      throw new Failure('usage', embedWords.textTooLong(called(at), MOST_TEXT_BYTES))
  }
  return [...texts]
}

/** The texts in order, as many together as one job has. Pure. */
export function portionsOf(texts: readonly string[]): string[][] {
  const portions: string[][] = []
  let bytes = 0
  for (const text of texts) {
    const last = portions.at(-1)
    const size = Buffer.byteLength(text)
    if (last && last.length < MOST_TEXTS && bytes + size <= MOST_PORTION_BYTES) {
      last.push(text)
      bytes += size
    } else {
      portions.push([text])
      bytes = size
    }
  }
  return portions
}
