import { market as endpoints, showsThoughts } from '@mkt/schemas'
import { DomainError } from '../../base/errors.ts'
import { anthropicErrorBody } from '../../http/anthropic-error.ts'
import type { Guard } from '../../http/guard.ts'
import { openEventStream } from '../../http/sse.ts'
import { TIMES } from '../../limits.ts'
import { chatOf } from '../anthropic/read.ts'
import { MessageWriter, messageError, wholeMessage } from '../anthropic/write.ts'
import type { Market } from '../deps.ts'
import { wantedOfChat } from '../openai/chat-of.ts'
import { ATTEMPTS, askModel, attemptsOf, endsOf, textFrom } from '../openai/complete.ts'
import { streamOne } from '../openai/one-stream.ts'

/** The door for clients that speak Anthropic's format. */
export function anthropicRoutes(guard: Guard, market: Market): void {
  guard.raw(endpoints.createMessage, async ({ body }, { user, token_id, rights, gone, ctx }) => {
    const wanted = wantedOfChat(chatOf(body) as never)
    const asked = await askModel(market, { user_id: user.user_id, token_id, rights, gone }, wanted, false)
    const of = { job_id: asked.job_ids[0] as string, model: asked.model, thinks: showsThoughts(body) }
    const { stop: stops } = wanted.options
    ctx.set('Cache-Control', 'no-store')
    if (wanted.stream) {
      const stream = openEventStream(ctx, market.clock, TIMES.stream_comment_ms, gone)
      let last = ''
      try {
        const fail = (error: DomainError) => messageError(anthropicErrorBody(error))
        last = await streamOne(market, asked, new MessageWriter(of), { write: stream.write, gone, fail, stops })
      } finally {
        stream.end(last)
      }
      return
    }
    const [job] = (await endsOf(market, asked, gone)) ?? []
    if (job) ctx.set(ATTEMPTS, attemptsOf([job]))
    if (job) {
      const { pieces, stopped } = await textFrom(market, job, stops)
      ctx.body = wholeMessage(of, pieces, { job, stopped })
    } else if (gone.reason instanceof DomainError) throw gone.reason
    // Nobody is there to be answered.
    else ctx.respond = false
  })
}
