import type { LiveStream } from '../../live/streams.ts'
import type { Market } from '../deps.ts'
import type { AttemptLoss } from '../jobs/machine.ts'
import { jobById } from '../jobs/store.ts'

/** What a host reports whose engine refuses prompt and answer together as too long for it. */
export const TOO_LONG = 'context_length_exceeded'

/**
 * Whether an attempt was lost since its job is too long for the engine, which is no fault of the host's. Its word is
 * believed where the job can be more than the context that it declares: no token is less than a byte. Of a stranger
 * that declares none it is not, or whoever loses jobs would say so.
 */
export async function isTooLong(
  { database, offers, trust }: Market,
  { job_id, host_id, model }: Pick<LiveStream, 'job_id' | 'host_id' | 'model'>,
  { code }: AttemptLoss,
): Promise<boolean> {
  if (code !== TOO_LONG) return false
  const context = (await offers.of(model))?.ofHost(host_id)?.context_tokens ?? null
  if (context === null) return trust === 'own'
  const job = await jobById(database, job_id)
  return job !== undefined && (job.prompt_bytes ?? 0) + job.max_tokens > context
}
