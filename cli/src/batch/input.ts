import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { MAX_INPUT_BYTES } from '@mkt/schemas'
import { systemFault } from '@mkt/schemas/process/system-fault'
import type { Body } from '../engine-options.ts'
import { Failure } from '../failure.ts'
import { batchWords } from '../words/batch.ts'
import { count as counted } from '../words/count.ts'
import { readLines } from './lines.ts'
import { type Prompt, parsePrompt } from './prompt-line.ts'

/** The prompts of a JSONL file. */
export interface Input {
  path: string
  /** Of its bytes, by which a later run knows that it is the same. */
  sha256: string
  count: number
  /** Members that no submission has, so that a mistyped one can be told. */
  ignored: string[]
  prompts(): AsyncGenerator<Prompt>
}

// JSON writes a byte as six characters at most (\u0000), and there are other members beside the text.
const MAX_LINE_BYTES = 6 * MAX_INPUT_BYTES + 65_536
const SHOWN_FAULTS = 5

/** Reads the whole file once: nothing is sent before every line of it is known to be good. Throws a Failure (usage). */
export async function openInput(path: string, defaults: Partial<Body>): Promise<Input> {
  await demandFile(path)
  const hash = createHash('sha256')
  const ignored = new Set<string>()
  const faults: string[] = []
  let count = 0
  let faulty = 0
  for await (const prompt of parseFile(path, defaults, { ignored, seen: (chunk) => void hash.update(chunk) })) {
    count += 1
    if ('body' in prompt) continue
    faulty += 1
    if (faulty <= SHOWN_FAULTS) faults.push(`  line ${prompt.line}: ${prompt.fault}`)
  }
  if (faulty > SHOWN_FAULTS) faults.push(`  and ${faulty - SHOWN_FAULTS} more`)
  const lines = counted(faulty, 'line')
  if (faulty > 0) throw new Failure('usage', batchWords.faulty(path, lines), faults)
  if (count === 0) throw new Failure('usage', batchWords.noPrompts(path))
  return {
    path,
    sha256: hash.digest('hex'),
    count,
    ignored: [...ignored],
    async *prompts() {
      for await (const prompt of parseFile(path, defaults)) {
        if (!('body' in prompt)) throw new Failure('usage', batchWords.changed(path))
        yield prompt
      }
    },
  }
}

type Parsed = Prompt | { line: number; fault: string }

async function* parseFile(
  path: string,
  defaults: Partial<Body>,
  { ignored, seen }: { ignored?: Set<string>; seen?: (chunk: Buffer) => void } = {},
): AsyncGenerator<Parsed> {
  const options = seen ? { maxBytes: MAX_LINE_BYTES, seen } : { maxBytes: MAX_LINE_BYTES }
  for await (const { bytes, number } of readLines(path, options)) {
    const text = bytes.length > MAX_LINE_BYTES ? undefined : decode(bytes)
    if (text?.trim() === '') continue
    const parsed = text === undefined ? faultOf(bytes) : parsePrompt(text, number, defaults, ignored)
    yield typeof parsed === 'string' ? { line: number, fault: parsed } : parsed
  }
}

function faultOf(bytes: Buffer): string {
  return bytes.length > MAX_LINE_BYTES ? 'is too long' : batchWords.notText
}

/** A byte order mark at the start is none of the text: the decoder drops it. */
function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

async function demandFile(path: string): Promise<void> {
  try {
    if ((await stat(path)).isFile()) return
  } catch (error) {
    throw new Failure('usage', batchWords.unreadable(path, systemFault(error)))
  }
  throw new Failure('usage', batchWords.noFile(path), [batchWords.onlyFile])
}
