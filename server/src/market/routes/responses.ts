import { market as endpoints, type ResponseRequest } from '@mkt/schemas'
import type { TokenRights } from '../../accounts/token-rights.ts'
import { DomainError } from '../../base/errors.ts'
import type { Guard } from '../../http/guard.ts'
import { openAiErrorBody } from '../../http/openai-error.ts'
import { openEventStream } from '../../http/sse.ts'
import { TIMES } from '../../limits.ts'
import type { Market } from '../deps.ts'
import type { ResponseSettings } from '../jobs/options.ts'
import { wantedOfChat } from '../openai/chat-of.ts'
import { ATTEMPTS, askModel, attemptsOf, endedJob, endsOf, segmentsFrom } from '../openai/complete.ts'
import { streamOne } from '../openai/one-stream.ts'
import { refersToItems, withItems } from '../responses/items.ts'
import { chatOf } from '../responses/read.ts'
import { conversationBefore, eraseResponse, showResponse } from '../responses/stored.ts'
import { type Asking, ResponseWriter, wholeResponse } from '../responses/write.ts'

/** OpenAI's newer form of chats. */
export function responseRoutes(guard: Guard, market: Market): void {
  guard.raw(endpoints.createResponse, async ({ body }, { user, token_id, rights, gone, ctx }) => {
    if (body.previous_response_id != null || refersToItems(body.input)) demandReading(rights)
    const before = await conversationBefore(market, user.user_id, body.previous_response_id)
    const input = await withItems(market, user.user_id, body.input)
    const wanted = wantedOfChat(chatOf(body, input, before) as never)
    const [settings, store] = [settingsOf(body), body.store ?? true]
    const buyer = { user_id: user.user_id, token_id, rights, gone }
    const asked = await askModel(market, buyer, wanted, false, store ? settings : undefined)
    const job_id = asked.job_ids[0] as string
    const { created_at } = await endedJob(market, job_id)
    const of: Asking = {
      ...settings,
      ...{ job_id, model: asked.model, store },
      ...{ temperature: body.temperature ?? 1, top_p: body.top_p ?? undefined },
      created: Math.floor(created_at / 1000),
    }
    ctx.set('Cache-Control', 'no-store')
    if (wanted.stream) {
      const stream = openEventStream(ctx, market.clock, TIMES.stream_comment_ms, gone)
      let last = ''
      try {
        const writer = new ResponseWriter(of)
        const fail = (error: DomainError) => writer.fail(openAiErrorBody(error).error.code ?? error.code, error.message)
        last = await streamOne(market, asked, writer, { write: stream.write, gone, fail })
      } finally {
        stream.end(last)
      }
      return
    }
    const [job] = (await endsOf(market, asked, gone)) ?? []
    if (job) ctx.set(ATTEMPTS, attemptsOf([job]))
    if (job) ctx.body = wholeResponse(of, await segmentsFrom(market, job), { job })
    else if (gone.reason instanceof DomainError) throw gone.reason
    // Nobody is there to be answered.
    else ctx.respond = false
  })
  guard.route(endpoints.getResponse, ({ params }, { user }) => showResponse(market, user.user_id, params.response_id))
  guard.route(endpoints.deleteResponse, async ({ params }, { user }) => {
    await eraseResponse(market, user.user_id, params.response_id)
    return { id: params.response_id, object: 'response' as const, deleted: true as const }
  })
}

/** Whoever goes on with a conversation can have it said again. */
function demandReading(rights: TokenRights | undefined): void {
  if (!rights?.scopes || rights.scopes.includes('jobs:read')) return
  const message =
    'This token reads no jobs, so it names no response or item to go on with; make one with the scope jobs:read.'
  throw new DomainError('forbidden', message)
}

function settingsOf(body: ResponseRequest): ResponseSettings {
  return {
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    previous_response_id: body.previous_response_id ?? null,
    parallel_tool_calls: body.parallel_tool_calls ?? true,
    tool_choice: body.tool_choice ?? 'auto',
    tools: body.tools ?? [],
    format: body.text?.format ?? { type: 'text' },
    metadata: body.metadata ?? {},
  }
}
