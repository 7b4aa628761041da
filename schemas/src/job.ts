import { z } from 'zod'
import {
  askedMessageShape,
  askedRole,
  chatBytes,
  chatMessage,
  judgeMessage,
  MAX_INPUT_BYTES,
  picturesFault,
  plainMessage,
} from './chat.ts'
import { jobPart, partialText, textSoFar } from './continuation.ts'
import { credits, creditsNotNegative } from './credits.ts'
import { jobErrorCode } from './error.ts'
import { askedOptions, engineOptions, judgeOptions, scoredText } from './generation.ts'
import { hostId, instance } from './host.ts'
import { tokenLogprob } from './likelihood.ts'
import { wantedModels } from './model-alias.ts'
import { modelName } from './model-name.ts'
import { day } from './period.ts'
import { routing } from './routing.ts'
import { id, limit, offset, prose, timestamp } from './text.ts'
import { toolCall } from './tool.ts'
import { score, vectorText } from './vectors.ts'

export const jobId = id('job')
export const jobStatus = z.enum(['queued', 'running', 'completed', 'failed'])
export type JobStatus = z.infer<typeof jobStatus>
export const finishReason = z.enum(['stop', 'length', 'tool_calls'])
export type FinishReason = z.infer<typeof finishReason>

export const hostIds = z.array(hostId).min(1).max(100)
/** Which hosts may run a job: one of these only, or none of those. */
export const chosenHosts = z.object({ only: hostIds.optional(), not: hostIds.optional() }).meta({ id: 'ChosenHosts' })
export type ChosenHosts = z.infer<typeof chosenHosts>

export const verifiedOnly = z.boolean().meta({ description: 'Only hosts that were shown to run the model they name.' })

/** What becomes a job. max_tokens defaults to min(128, the model's); `host_id` sends a self-test to one's own host. */
export const submission = z
  .object({
    model: modelName,
    input_text: prose(MAX_INPUT_BYTES),
    max_tokens: z.int().min(1).max(1_000_000).optional(),
    temperature: z.number().min(0).max(2).default(0.7),
    max_price_per_token: creditsNotNegative.optional(),
    /** For a token of the prompt; without it no more than a generated one may cost. */
    max_price_per_input_token: creditsNotNegative.optional(),
    host_id: hostId.optional(),
    hosts: chosenHosts.optional(),
    verified: verifiedOnly.optional(),
    partial: partialText.optional(),
    ...askedOptions,
  })
  .meta({ id: 'Submission' })
export type Submission = z.infer<typeof submission>

const chat = z
  .array(
    z
      .object({ role: askedRole, ...askedMessageShape })
      .superRefine(judgeMessage)
      .transform(plainMessage),
  )
  .min(1)
  .max(10_000)
  .superRefine((messages, context) => {
    const long = chatBytes(messages) > MAX_INPUT_BYTES ? `must be at most ${MAX_INPUT_BYTES} bytes together` : undefined
    const fault = long ?? picturesFault(messages)
    if (fault) context.addIssue({ code: 'custom', message: fault })
  })
  .meta({ description: 'A chat, in place of input_text: for engines that know none, it is written as one text.' })

/** A job has one of these to work on. */
const INPUTS = ['input_text', 'messages', 'embed', 'rerank'] as const
const WORDS = { input_text: 'an input_text', messages: 'a chat', embed: 'an embed', rerank: 'a rerank' }
const inputsOf = (asked: { [K in (typeof INPUTS)[number]]?: unknown }) =>
  INPUTS.filter((name) => asked[name] !== undefined)

/** POST /run/model: a submission, of which the text may be a chat, or texts that vectors or scores are made of. */
export const runRequest = z
  .object({
    ...submission.shape,
    model: modelName.optional().meta({ description: 'May be left out where `models` says them.' }),
    models: wantedModels.optional(),
    input_text: submission.shape.input_text.optional(),
    messages: chat.optional(),
  })
  .refine(({ model, models }) => model !== undefined || models !== undefined, {
    when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
    path: ['model'],
    error: 'is required, or a list of models',
  })
  .refine((asked) => inputsOf(asked).length > 0, {
    // Also where another member is wrong: whoever left out two is told of both.
    when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
    path: ['input_text'],
    error: 'is required',
  })
  .superRefine((asked, context) => {
    const [first, second] = inputsOf(asked)
    if (second)
      context.addIssue({
        code: 'custom',
        path: [second],
        message: `must be left out where there is ${WORDS[first ?? second]}`,
      })
  })
  .superRefine((asked, context) => {
    const fault = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
    judgeOptions(asked, fault)
    if ((asked.embed || asked.rerank) && asked.partial === 'keep')
      fault(['partial'], 'must be left out where nothing is written that could be kept')
  })
  .meta({ id: 'RunRequest' })

export const submittedJob = z
  .object({
    job_id: jobId,
    status: z.literal('queued'),
    model: z.string(),
    credits_reserved: credits,
    created_at: timestamp,
  })
  .meta({ id: 'SubmittedJob' })
export type SubmittedJob = z.infer<typeof submittedJob>

export const jobSummary = z
  .object({
    job_id: jobId,
    model: z.string(),
    status: jobStatus,
    credits_used: credits,
    created_at: timestamp,
    /** The members from here on come with detail=full only. */
    error: jobErrorCode.nullable().optional(),
    tokens_generated: z.int().optional(),
    finished_at: timestamp.nullable().optional(),
  })
  .meta({ id: 'JobSummary' })
export type JobSummary = z.infer<typeof jobSummary>
export const jobList = z.object({
  jobs: z.array(jobSummary),
  total: z.int(),
  searched: z.int().optional().meta({
    description:
      'With text: how many of the newest jobs were looked through, 64 MiB of texts or 5,000 jobs at the most.',
  }),
})
/**
 * `detail=full` adds to each job why it failed, its tokens so far and when it ended. Days are UTC: `from` belongs to
 * it, `to` does not. `text` is looked for in prompts and answers, in capitals or not, of the newest 5,000 jobs that the
 * rest of the query leaves.
 */
export const jobListQuery = z.object({
  status: jobStatus.optional(),
  model: modelName.optional(),
  from: day.optional(),
  to: day.optional(),
  text: z.string().trim().min(1).max(200).optional(),
  detail: z.enum(['full']).optional(),
  limit,
  offset,
})

/** As far as the engine counted. */
const jobUsage = z.object({
  prompt_tokens: z.int().nullable(),
  cached_tokens: z.int().nullable(),
  reasoning_tokens: z.int().nullable(),
})

export const job = z
  .object({
    job_id: jobId,
    model: z.string(),
    status: jobStatus,
    created_at: timestamp,
    input_text: z.string(),
    max_tokens: z.int(),
    temperature: z.number(),
    output_text: z.string().nullable(),
    tokens_generated: z.int(),
    credits_reserved: credits,
    credits_used: credits,
    host_id: hostId.nullable(),
    attempts: z.int(),
    /** Its text goes on: another host wrote what is there of it, and the next one begins behind that. */
    continues: z.boolean().default(false),
    finish_reason: finishReason.nullable(),
    error: jobErrorCode.nullable(),
    /** What the host said went wrong, in its own words: for a person to read, at most 500 characters of one line. */
    error_message: z.string().nullable().default(null),
    queue_position: z.int().nullable(),
    /** Why a queued job waits, as the end of the sentence "It waits for ..."; null once it does not wait any more. */
    waiting_for: z.string().nullable().default(null),
    /** When it expires unless what it waits for comes. */
    waiting_until: timestamp.nullable().default(null),
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
    routing: routing.nullable(),
    /** With detail=full only: the chat that input_text renders; null where it was a text. */
    messages: z.array(chatMessage).nullable().optional(),
    first_token_at: timestamp
      .nullable()
      .optional()
      .meta({ description: 'With detail=full only: when the first piece of its text came; null: none, or not noted' }),
    /** With detail=full only: who wrote which part of it, where several hosts did. */
    parts: z.array(jobPart).optional(),
    ...engineOptions.shape,
    /** With detail=full only, where its buyer said so: what it was asked with, so that it can be asked again. */
    max_price_per_token: credits.optional(),
    max_price_per_input_token: credits.optional(),
    target_host_id: hostId.optional().meta({ description: 'The host of their own that they asked, as host_id.' }),
    hosts: chosenHosts.optional(),
    verified: verifiedOnly.optional(),
    partial: partialText.optional(),
    /** With detail=full only, where there are any: what the model called, thought and how likely its tokens were. */
    tool_calls: z.array(toolCall).optional(),
    reasoning_content: z.string().optional(),
    token_logprobs: z.array(tokenLogprob).optional(),
    /** Of an `embed`: a vector of each input, as little-endian 32-bit floats in base64. */
    vectors: z.array(vectorText).optional(),
    /** Of a `rerank`: how well each document answers the query. */
    scores: z.array(score).optional(),
    usage: jobUsage.optional(),
  })
  .meta({ id: 'Job' })
export type Job = z.infer<typeof job>
/** `detail=full` adds the chat that was asked, with its tools and options, and what the answer has beside its text. */
export const jobQuery = z.object({
  wait: z.coerce.number().min(0).max(60).default(0),
  detail: z.enum(['full']).optional(),
})

const pollNumber = z.int().min(1)
/** Polls that an agent may say it has lost, in one of them. */
export const MOST_UNANSWERED = 64

export const nextJobRequest = z
  .object({
    host_id: hostId,
    wait_seconds: z.number().min(0).max(30).optional(),
    instance: instance.optional(),
    /** Only a job of one of these: a host with several engines asks for those of one that has room. */
    models: z.array(modelName).min(1).max(100).optional(),
    /** Together with `wait_seconds`: the offer says the job's deadlines. */
    deadlines: z.boolean().optional(),
    /** A number that this agent gives to no other poll. */
    poll: pollNumber.optional(),
    /** Earlier polls of this agent of which the answer did not come, and will not be taken: their jobs go back. */
    unanswered: z.array(pollNumber).max(MOST_UNANSWERED).optional(),
  })
  .meta({ id: 'NextJobRequest' })

/**
 * Seconds from the claim to the first piece of text, from one to the next, and to the end: past these the job is lost
 * to the host. `working_counts`: an entry that says `working` is as good as a piece, but for the end.
 */
export const jobDeadlines = z
  .object({
    first_piece_seconds: z.number(),
    next_piece_seconds: z.number(),
    end_seconds: z.number(),
    working_counts: z.boolean(),
  })
  .meta({ id: 'JobDeadlines' })

/**
 * A claimed job. The members after `temperature` come only when the host asked with `wait_seconds`. Where there are
 * `messages`, `input_text` is the same chat as one text, for engines without chat.
 */
export const jobOffer = z
  .object({
    job_id: jobId,
    model: z.string(),
    input_text: z.string(),
    max_tokens: z.int(),
    temperature: z.number(),
    attempt: z.int().optional(),
    prefix: textSoFar.optional(),
    messages: z.array(chatMessage).optional(),
    /** `input_text` is to be continued as it stands, without a chat template around it; absent where it is not so. */
    raw: z.boolean().optional(),
    deadlines: jobDeadlines.optional(),
    ...engineOptions.shape,
    score: scoredText.optional(),
  })
  .meta({ id: 'JobOffer' })
export type JobOffer = z.infer<typeof jobOffer>
