import { open } from 'node:fs/promises'
import { MAX_INPUT_BYTES } from '@mkt/schemas'
import { systemFault } from '@mkt/schemas/process/system-fault'
import { Failure } from './failure.ts'

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
    throw new Failure('usage', 'the prompt is given twice, as an argument and with --file')
  }
  const text = await promptFrom(argument, file)
  if (text === '') throw new Failure('usage', 'the prompt is empty')
  if (Buffer.byteLength(text) > MAX_INPUT_BYTES) throw tooLong()
  return text
}

async function promptFrom(argument: string | undefined, file: string | undefined): Promise<string> {
  if (file !== undefined && file !== '-') return decode(await readFileUpTo(file), file)
  if (argument !== undefined && argument !== '-') return argument
  if (argument === undefined && file === undefined && process.stdin.isTTY) {
    throw new Failure('usage', 'there is no prompt', [
      "Give it as an argument, with --file, or on standard input: mkt submit --model M 'Why is the sky blue?'",
    ])
  }
  return decode(await readUpTo(process.stdin), 'standard input')
}

async function readFileUpTo(path: string): Promise<Buffer> {
  try {
    await using handle = await open(path)
    return await readUpTo(handle.createReadStream({ autoClose: false }))
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure('usage', `cannot read the prompt: ${path}: ${systemFault(error)}`)
  }
}

async function readUpTo(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    // An endless input (/dev/zero) must not fill the memory.
    if (bytes > MAX_INPUT_BYTES) throw tooLong()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function decode(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Failure('usage', `${name} is not UTF-8 text`)
  }
}

function tooLong(): Failure {
  return new Failure('usage', `the prompt is longer than ${MAX_INPUT_BYTES} bytes`)
}
