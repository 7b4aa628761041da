import type { Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'
import type { Market } from '../deps.ts'
import { mostTokens } from '../jobs/most-tokens.ts'
import type { EngineCounts } from './engine-counts.ts'
import type { RunningJob } from './job-end.ts'

/** Below what engines count of most texts: so much is believed without a look at the prompt. */
const BYTES_PER_TOKEN = 4

const text = statement<{ job_id: string }>()((q, p) =>
  q.selectFrom('jobs').select('input_text').where('job_id', '=', p('job_id')),
)

/**
 * A stranger's count of the prompt that it is paid for, as far as any engine could have come to it. Beside the text a
 * prompt has tools, formats, pictures and thoughts, which are believed to their bytes.
 */
export async function believed(
  tx: Tx,
  { trust }: Pick<Market, 'trust'>,
  { job_id, prompt_bytes, input_price_nano }: RunningJob,
  counts: EngineCounts,
): Promise<EngineCounts> {
  const { prompt_tokens, cached_tokens } = counts
  const paid = trust === 'strangers' && (input_price_nano ?? 0n) > 0n
  if (!paid || prompt_tokens === undefined || prompt_tokens * BYTES_PER_TOKEN <= prompt_bytes) return counts
  const { input_text = '' } = (await tx.get(text, { job_id })) ?? {}
  const beside = Math.max(0, prompt_bytes - Buffer.byteLength(input_text))
  const most = Math.min(prompt_tokens, mostTokens(input_text) + beside)
  return { ...counts, prompt_tokens: most, cached_tokens: cached_tokens && Math.min(cached_tokens, most) }
}
