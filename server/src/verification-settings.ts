import { readFileSync } from 'node:fs'

const MOST_PROMPTS = 100_000
const MOST_BYTES = 16_384

/** Prompts of a file, a paragraph each, with an empty line between. Undefined where there is none; faults are added. */
export function readPrompts(file: string | undefined, faults: string[]): string[] {
  if (!file) return []
  const fault = (why: string) => {
    faults.push(`--verify-prompts (MKT_VERIFY_PROMPTS) is "${file}": ${why}`)
    return []
  }
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    return fault(`it cannot be read: ${(error as Error).message}`)
  }
  const prompts = text.split(/\r?\n(?:[ \t]*\r?\n)+/).flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))
  if (prompts.length === 0) return fault('it holds no prompt')
  if (prompts.length > MOST_PROMPTS) return fault(`it holds more than ${MOST_PROMPTS} prompts`)
  const long = prompts.findIndex((prompt) => Buffer.byteLength(prompt) > MOST_BYTES)
  return long === -1 ? prompts : fault(`its prompt ${long + 1} has more than ${MOST_BYTES} bytes`)
}
