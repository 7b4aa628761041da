import type { ChatMessage } from '@mkt/schemas'
import type { Reader } from '../../storage/database.ts'
import { readOptions } from '../jobs/options.ts'
import { jobOutput } from '../jobs/output.ts'
import { jobById } from '../jobs/store.ts'
import { contentOf } from '../pieces/piece.ts'
import { type Chance, shuffled } from './chance.ts'
import { type CheckRow, isPaired, recentChecks } from './check-store.ts'
import type { Exchange } from './draw-conversation.ts'

/** Of the newest checks so many by chance. */
const MOST = 12
/** Longer ones are not gone on with. */
const MOST_BYTES = 16_384

/**
 * What checks of a model asked of late, and what they were answered: by the trusted host where that answered too. What
 * was erased by now is left out.
 */
export async function earlierExchanges(reader: Reader, model: string, chance: Chance): Promise<Exchange[]> {
  const found: Exchange[] = []
  for (const check of shuffled(await recentChecks(reader, model), chance).slice(0, MOST)) {
    const exchange = await exchangeOf(reader, check)
    if (exchange) found.push(exchange)
  }
  return found
}

async function exchangeOf(reader: Reader, check: CheckRow): Promise<Exchange | undefined> {
  const job = await jobById(reader, isPaired(check) ? check.reference_job_id : check.job_id)
  if (!job || job.erased === 1) return undefined
  const { messages: asked, raw } = readOptions(job.options_json)
  const answer = contentOf((await jobOutput(reader, job.job_id)) ?? [])
  if (raw || answer === '' || job.prompt_bytes + Buffer.byteLength(answer) > MOST_BYTES) return undefined
  const messages: ChatMessage[] = asked ?? [{ role: 'user', content: job.input_text }]
  return { messages, answer }
}
