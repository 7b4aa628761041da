import { MAX_INPUT_BYTES } from '@mkt/schemas'
import { readFileUpTo, readUpTo } from './bounded-read.ts'
import { Failure } from './failure.ts'
import { promptWords } from './words/prompts.ts'

const BOUNDS = { bytes: MAX_INPUT_BYTES, tooLong }

/** Where the prompt is: the argument (`-` is standard input) or --file. */
export interface PromptSource {
  argument: string | undefined
  file: string | undefined
}

/**
 * The prompt, byte for byte as given. Throws a Failure (usage) when there is none, two, an empty one, one that is
 * not UTF-8 or one above the server's limit.
 */
export async function readPrompt({ argument, file }: PromptSource): Promise<string> {
  if (argument !== undefined && file !== undefined) {
    throw new Failure('usage', promptWords.twice)
  }
  const text = await promptFrom(argument, file)
  if (text === '') throw new Failure('usage', promptWords.empty)
  if (Buffer.byteLength(text) > MAX_INPUT_BYTES) throw tooLong()
  return text
}

async function promptFrom(argument: string | undefined, file: string | undefined): Promise<string> {
  if (file !== undefined && file !== '-') return decode(await readFileUpTo(file, BOUNDS, promptWords.unreadable), file)
  if (argument !== undefined && argument !== '-') return argument
  if (argument === undefined && file === undefined && process.stdin.isTTY) {
    throw new Failure('usage', promptWords.none, [promptWords.giveOne])
  }
  return decode(await readUpTo(process.stdin, BOUNDS), 'standard input')
}

function decode(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Failure('usage', promptWords.notText(name))
  }
}

function tooLong(): Failure {
  return new Failure('usage', promptWords.tooLong(MAX_INPUT_BYTES))
}
