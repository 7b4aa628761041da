import { market } from '@mkt/schemas'
import type { Conversation } from '../chat/conversation.ts'
import { bodyOf, type EngineOptions } from '../engine-options.ts'
import { Failure } from '../failure.ts'
import { interruptible } from '../interrupt.ts'
import { jobSummary } from '../job-end.ts'
import { tell, tellQuietly } from '../output.ts'
import { sendJob } from '../send-job.ts'
import type { Session } from '../session.ts'
import { chatWords } from '../words/chat.ts'
import { printTokens } from './print-job.ts'

/**
 * Asks `text`, prints the answer as it comes and keeps both. Ctrl-C cancels the job; what had come of the answer is
 * kept, and the Failure says that it was interrupted. Any other Failure leaves the conversation as it was.
 */
export async function answerTurn(
  session: Session,
  conversation: Conversation,
  text: string,
  options: EngineOptions,
): Promise<void> {
  const { model } = conversation
  const body = { messages: conversation.asking(text), ...bodyOf(options), model }
  let answer = ''
  const heard = (piece: string | undefined) => {
    answer = piece === undefined ? '' : answer + piece
  }
  await interruptible(async (signal) => {
    // Ctrl-C waits for the answer to this: a job whose id nobody knows cannot be cancelled.
    const { job_id } = await sendJob(session, body, new AbortController().signal)
    try {
      const priced = options.maxPrice !== undefined
      await printTokens(session, job_id, { reached: true, priced, heard, signal })
    } catch (error) {
      if (!signal.aborted) throw error
      await stop(session, job_id)
      if (answer !== '') conversation.keep(text, answer)
      throw new Failure('interrupted', chatWords.interrupted)
    }
  })
  conversation.keep(text, answer)
}

async function stop({ client, commandLine }: Session, jobId: string): Promise<void> {
  try {
    const job = await client.call(market.cancelJob, { params: { job_id: jobId } })
    tellQuietly(chatWords.stopped(jobSummary(job)))
  } catch {
    tell(chatWords.notStopped(jobId, commandLine(`cancel ${jobId}`)))
  }
}
