import type { Reader } from '../../storage/database.ts'
import { readOptions } from '../jobs/options.ts'
import { askedBefore } from './check-store.ts'

/** About a week of a verified host's checks. */
const NEWEST = 60

/** The prompts of a host's newest checks of a model: of a chat what its user said first. */
export async function askedPrompts(reader: Reader, host_id: string, model: string): Promise<ReadonlySet<string>> {
  const jobs = await askedBefore(reader, host_id, model, NEWEST)
  return new Set(
    jobs.map(({ input_text, options_json }) => {
      const first = readOptions(options_json).messages?.find(({ role }) => role === 'user')?.content
      return typeof first === 'string' ? first : input_text
    }),
  )
}
