import { market as endpoints } from '@mkt/schemas'
import { type Call, type Guard, STOPPING } from '../../http/guard.ts'
import { openAiErrorBody } from '../../http/openai-error.ts'
import { openEventStream } from '../../http/sse.ts'
import { TIMES } from '../../limits.ts'
import type { Market } from '../deps.ts'
import { listModels } from '../hosts/listing.ts'
import { listedHosts } from '../hosts/listing-store.ts'
import { type Asked, answerWhole, askModel } from '../openai/complete.ts'
import { streamAnswer } from '../openai/stream.ts'
import { type Door, readChat, readCompletion, type Wanted } from '../openai/translate.ts'

type OpenAiCall = Pick<Call<typeof endpoints.chatCompletions>, 'user' | 'gone' | 'ctx'>

/** The door for clients that speak OpenAI. */
export function openAiRoutes(guard: Guard, market: Market): void {
  guard.route(endpoints.openAiModelList, async () => {
    const models = listModels(await listedHosts(market.database, market.clock.now() - TIMES.listed_ms))
    return {
      object: 'list' as const,
      data: models.map(({ name }) => ({ id: name, object: 'model' as const, created: 0, owned_by: 'mkt' })),
    }
  })
  guard.raw(endpoints.chatCompletions, async ({ body }, call) => await answer(market, 'chat', readChat(body), call))
  guard.raw(
    endpoints.completions,
    async ({ body }, call) => await answer(market, 'completion', readCompletion(body), call),
  )
}

async function answer(market: Market, door: Door, wanted: Wanted, { user, gone, ctx }: OpenAiCall): Promise<void> {
  const asked: Asked = await askModel(market, user.user_id, door, wanted)
  ctx.set('Cache-Control', 'no-store')
  if (wanted.stream) {
    const stream = openEventStream(ctx, market.clock, TIMES.stream_comment_ms, gone)
    let last = ''
    try {
      last = await streamAnswer(market, asked, wanted.include_usage, {
        write: stream.write,
        gone,
        describe: openAiErrorBody,
      })
    } finally {
      stream.end(last)
    }
    return
  }
  const body = await answerWhole(market, asked, gone)
  if (body) ctx.body = body
  else if (gone.reason === STOPPING) throw STOPPING
  // Nobody is there to be answered.
  else ctx.respond = false
}
