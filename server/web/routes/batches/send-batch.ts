import { type CallInput, MOST_LINES_AT_ONCE, market } from '@mkt/schemas'
import { api, UnreachableError } from '../../api.ts'
import type { PromptLine } from './read-file.ts'

/** Below the size of a body that the server takes, with room for what JSON adds. */
const MOST_CHARACTERS = 150_000
const TRIES = 5
const WAIT_MS = 1000

/** Makes a batch, sends its lines in parts and starts it; answers its id. From the start on nobody has to stay. */
export async function sendBatch(
  wanted: CallInput<typeof market.createBatch>['body'],
  lines: readonly PromptLine[],
  onSent: (lines: number) => void,
): Promise<string> {
  const { batch_id } = await api.call(market.createBatch, { body: wanted })
  const params = { batch_id }
  try {
    for (let first = 0; first < lines.length; ) {
      const part = partFrom(lines, first)
      await again(() => api.call(market.addBatchLines, { params, body: { first, lines: part } }))
      first += part.length
      onSent(first)
    }
    await again(() => api.call(market.startBatch, { params }))
  } catch (error) {
    // What is half there is of no use.
    await api.call(market.cancelBatch, { params }).catch(() => undefined)
    throw error
  }
  return batch_id
}

function partFrom(lines: readonly PromptLine[], first: number): PromptLine[] {
  const part: PromptLine[] = []
  let size = 0
  for (const line of lines.slice(first, first + MOST_LINES_AT_ONCE)) {
    size += line.input_text.length + (line.custom_id?.length ?? 0)
    if (part.length > 0 && size > MOST_CHARACTERS) break
    part.push(line)
  }
  return part
}

/** Repeated calls change nothing twice, so a broken connection is tried again. */
async function again<T>(attempt: () => Promise<T>, tries = TRIES): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof UnreachableError) || tries <= 1) throw error
    await new Promise((wake) => setTimeout(wake, WAIT_MS))
    return await again(attempt, tries - 1)
  }
}
