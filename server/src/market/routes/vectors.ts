import { type Embeddings, market as endpoints, type Reranked, readVector } from '@mkt/schemas'
import { DomainError } from '../../base/errors.ts'
import type { Call, Guard } from '../../http/guard.ts'
import type { Market } from '../deps.ts'
import type { JobRow } from '../jobs/store.ts'
import { submit } from '../jobs/submit.ts'
import { ATTEMPTS, answerFrom, attemptsOf, endsOf } from '../openai/complete.ts'
import { embeddingOf, type Reading, rerankOf } from '../openai/read-vectors.ts'
import { usageOf } from '../openai/write.ts'
import type { Answer } from '../pieces/answer.ts'
import { eraseAnswer } from '../retention/erase-texts.ts'

type VectorCall = Pick<Call<typeof endpoints.embeddings>, 'user' | 'token_id' | 'rights' | 'gone' | 'ctx'>

/** What models make of texts that is no text: vectors, and scores of documents. */
export function vectorRoutes(guard: Guard, market: Market): void {
  guard.raw(endpoints.embeddings, async ({ body }, call) => {
    await answer(market, embeddingOf(body), call, (job, { vectors }): Embeddings => {
      const form = body.encoding_format === 'base64' ? (vector: string) => vector : numbersOf
      const data = vectors.map((vector, index) => ({
        object: 'embedding' as const,
        index,
        embedding: form(vector),
      }))
      return { object: 'list', data, model: job.model, usage: readUsage(job) }
    })
  })
  guard.raw(endpoints.rerank, async ({ body }, call) => {
    await answer(market, rerankOf(body), call, (job, { scores }): Reranked => {
      const results = scores
        .map((relevance_score, index) => ({ index, relevance_score }))
        .sort((one, other) => other.relevance_score - one.relevance_score || one.index - other.index)
        .slice(0, body.top_n ?? undefined)
      const shown = results.map((result) => ({ ...result, document: { text: body.documents[result.index] as string } }))
      const id = job.job_id.replace(/^job_/, 'rerank_')
      return { id, model: job.model, results: body.return_documents ? shown : results, usage: readUsage(job) }
    })
  })
}

/** Runs it as a job and answers with what came of it. A caller who left cancels it. */
async function answer(
  market: Market,
  { submission, models }: Reading,
  { user: { user_id }, token_id, rights, gone, ctx }: VectorCall,
  write: (job: JobRow, answer: Answer) => object,
): Promise<void> {
  const { job_id, model } = await submit(market, user_id, submission, { models, token_id, rights })
  ctx.set('Cache-Control', 'no-store')
  const [job] = (await endsOf(market, { user_id, model, job_ids: [job_id] }, gone)) ?? []
  if (job) {
    ctx.set(ATTEMPTS, attemptsOf([job]))
    ctx.body = write(job, await answerFrom(market, job))
    ctx.res.once('finish', () => void forget(market, job_id))
  } else if (gone.reason instanceof DomainError) throw gone.reason
  // Nobody is there to be answered.
  else ctx.respond = false
}

/** Vectors take several times what their texts do, and whoever asked has them now. */
async function forget({ database, log }: Market, job_id: string): Promise<void> {
  try {
    await database.transaction((tx) => eraseAnswer(tx, job_id))
  } catch (error) {
    log.warn({ err: error, job_id }, 'vectors that were delivered are kept, since they could not be erased')
  }
}

const numbersOf = (vector: string) => Array.from(readVector(vector) ?? [])

function readUsage(job: JobRow): Embeddings['usage'] {
  const { prompt_tokens } = usageOf([job])
  return { prompt_tokens, total_tokens: prompt_tokens }
}
