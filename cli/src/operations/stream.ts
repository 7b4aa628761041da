import type { StreamPosition } from '@mkt/schemas'
import { interruptible } from '../interrupt.ts'
import { type GlobalOptions, openUserSession } from '../session.ts'
import { printTokens } from './print-job.ts'

/** mkt stream: all of a job's text, or what comes after `from`, until its end. */
export async function stream(jobId: string, options: GlobalOptions & { from?: StreamPosition }): Promise<void> {
  const session = await openUserSession(options)
  await interruptible((signal) => printTokens(session, jobId, { from: options.from, reached: false, signal }))
}
