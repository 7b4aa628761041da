import type { Body, EngineOptions } from '../engine-options.ts'
import { bodyOf } from '../engine-options.ts'
import { Failure } from '../failure.ts'
import { interruptible } from '../interrupt.ts'
import { tellQuietly } from '../output.ts'
import { readPrompt } from '../prompt-text.ts'
import { readImages, readSchema, readTools } from '../request-files.ts'
import { type Priced, sendJob } from '../send-job.ts'
import { type GlobalOptions, openUserSession, type Session } from '../session.ts'
import { creditCount } from '../words/count.ts'
import { jobWords } from '../words/jobs.ts'
import { promptWords } from '../words/prompts.ts'
import { printEnded, printTokens } from './print-job.ts'
import { printSeveral, sendSeveral, tellSent } from './several-answers.ts'

export interface SubmitOptions extends GlobalOptions, EngineOptions {
  /** The most wanted first. */
  model: string[]
  /** Answers, each a job of its own. */
  n?: number
  json?: boolean
  stream: boolean
  file?: string
  system?: string
  /** Paths. */
  tools?: string
  schema?: string
  image?: string[]
}

/** mkt submit: sends the job and prints what comes of it. */
export async function submit(
  { argument, excess }: { argument: string | undefined; excess: boolean },
  options: SubmitOptions,
): Promise<void> {
  if (excess) throw new Failure('usage', promptWords.oneArgument)
  const session = await openUserSession(options)
  const body = await askedOf(options, argument)
  const { n = 1 } = options
  await interruptible(async (signal) => {
    const print = (jobId: string) => printOne(session, jobId, options, signal)
    if (n === 1) {
      const job = await sendJob(session, body, signal)
      tellQuietly(jobWords.queued(job.job_id, creditCount(job.credits_reserved)))
      if (body.models) tellQuietly(jobWords.servedBy(job.model))
      return await print(job.job_id)
    }
    const jobs = await sendSeveral(session, body, n, signal)
    tellSent(jobs, body.models && jobs[0]?.model)
    await printSeveral(session, jobs, { heads: !options.json, print: ({ job_id }) => print(job_id) })
  })
}

/** One answer: as it comes, in one piece, or as its job. */
async function printOne(session: Session, jobId: string, options: SubmitOptions, signal: AbortSignal): Promise<void> {
  const priced = options.maxPrice !== undefined
  if (!options.json && options.stream) return await printTokens(session, jobId, { reached: true, priced, signal })
  const calls = options.tools !== undefined
  await printEnded(session, jobId, { json: options.json ?? false, calls, priced, signal })
}

async function askedOf(options: SubmitOptions, argument: string | undefined): Promise<Priced> {
  const [model = '', ...models] = options.model
  const { tools, schema } = options
  // What cannot be used is said before standard input is waited for.
  const images = await readImages(options.image ?? [])
  const files = {
    ...(tools !== undefined && { tools: await readTools(tools) }),
    ...(schema !== undefined && { response_format: await readSchema(schema) }),
  }
  const prompt = await readPrompt({ argument, file: options.file })
  return {
    ...wordsOf(prompt, options.system, images),
    ...bodyOf(options),
    ...files,
    model,
    ...(models.length > 0 && { models }),
  }
}

/** A prompt alone goes out as the text that it is; only what needs a chat becomes one. */
function wordsOf(
  prompt: string,
  system: string | undefined,
  images: Awaited<ReturnType<typeof readImages>>,
): Pick<Body, 'input_text' | 'messages'> {
  if (system === undefined && images.length === 0) return { input_text: prompt }
  const content = images.length === 0 ? prompt : [{ type: 'text' as const, text: prompt }, ...images]
  const messages: NonNullable<Body['messages']> = [{ role: 'user', content }]
  if (system !== undefined) messages.unshift({ role: 'system', content: system })
  return { messages }
}
