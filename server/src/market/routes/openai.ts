import { market as endpoints } from '@mkt/schemas'
import { DomainError } from '../../base/errors.ts'
import type { Call, Guard } from '../../http/guard.ts'
import { openAiErrorBody } from '../../http/openai-error.ts'
import { openEventStream } from '../../http/sse.ts'
import { TIMES } from '../../limits.ts'
import type { Market } from '../deps.ts'
import { type Asked, ATTEMPTS, answerFrom, askModel, attemptsOf, endsOf } from '../openai/complete.ts'
import { listModels, oneModel } from '../openai/models.ts'
import { type Door, readChat, readCompletion, type Wanted } from '../openai/read.ts'
import { streamAnswer } from '../openai/stream.ts'
import { type Answering, usageOf, wholeAnswer, wholeChoice } from '../openai/write.ts'

type OpenAiCall = Pick<Call<typeof endpoints.chatCompletions>, 'user' | 'token_id' | 'rights' | 'gone' | 'ctx'>

/** The door for clients that speak OpenAI. */
export function openAiRoutes(guard: Guard, market: Market): void {
  guard.route(endpoints.openAiModelList, async () => ({ object: 'list' as const, data: await listModels(market) }))
  guard.route(endpoints.openAiModelByName, async ({ params }) => {
    const model = await oneModel(market, params.model)
    if (!model) throw new DomainError('model_not_found', `No host offers a model "${params.model}" at present.`)
    return model
  })
  guard.raw(endpoints.chatCompletions, async ({ body }, call) => await answer(market, 'chat', readChat(body), call))
  guard.raw(
    endpoints.completions,
    async ({ body }, call) => await answer(market, 'completion', readCompletion(body), call),
  )
}

async function answer(market: Market, door: Door, wanted: Wanted, call: OpenAiCall): Promise<void> {
  const { user, token_id, rights, gone, ctx } = call
  const buyer = { user_id: user.user_id, token_id, rights, gone }
  const asked = await askModel(market, buyer, wanted, door === 'completion')
  const of = answeringTo(market, door, wanted, asked)
  ctx.set('Cache-Control', 'no-store')
  if (wanted.stream) {
    const stream = openEventStream(ctx, market.clock, TIMES.stream_comment_ms, gone)
    let last = ''
    try {
      const sink = { write: stream.write, gone, describe: openAiErrorBody }
      last = await streamAnswer(market, asked, of, wanted.include_usage, sink)
    } finally {
      stream.end(last)
    }
    return
  }
  const jobs = await endsOf(market, asked, gone)
  if (jobs) {
    ctx.set(ATTEMPTS, attemptsOf(jobs))
    const answers = jobs.map(async (job, index) =>
      wholeChoice(of, index, await answerFrom(market, job), job.finish_reason ?? 'stop'),
    )
    ctx.body = wholeAnswer(of, await Promise.all(answers), usageOf(jobs))
  } else if (gone.reason instanceof DomainError) throw gone.reason
  // Nobody is there to be answered.
  else ctx.respond = false
}

function answeringTo({ clock }: Market, door: Door, { options }: Wanted, { job_ids, model }: Asked): Answering {
  const id = `${door === 'chat' ? 'chatcmpl' : 'cmpl'}-${job_ids[0]}`
  return { door, id, created: Math.floor(clock.now() / 1000), model, likely: options.logprobs === true }
}
