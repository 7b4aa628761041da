import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { MAX_INPUT_BYTES } from '@mkt/schemas'
import { systemFault } from '@mkt/schemas/process/system-fault'
import type { Body } from '../engine-options.ts'
import { Failure } from '../failure.ts'
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
  if (faulty > 0) throw new Failure('usage', `${path} has ${lines} that cannot be submitted; nothing was sent`, faults)
  if (count === 0) throw new Failure('usage', `${path} holds no prompts`)
  return {
    path,
    sha256: hash.digest('hex'),
    count,
    ignored: [...ignored],
    async *prompts() {
      for await (const prompt of parseFile(path, defaults)) {
        if (!('body' in prompt)) throw new Failure('usage', `${path} was changed while it was read`)
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
  return bytes.length > MAX_LINE_BYTES ? 'is too long' : 'is not UTF-8 text'
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
    throw new Failure('usage', `cannot read the prompts: ${path}: ${systemFault(error)}`)
  }
  throw new Failure('usage', `${path} is not a file`, ['A batch can go on after a break only from a file.'])
}
