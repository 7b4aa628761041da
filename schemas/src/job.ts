import { z } from 'zod'
import { jobPart, partialText, textSoFar } from './continuation.ts'
import { credits, creditsNotNegative } from './credits.ts'
import { jobErrorCode } from './error.ts'
import { hostId, instance, stopping } from './host.ts'
import { wantedModels } from './model-alias.ts'
import { modelName } from './model-name.ts'
import { day } from './period.ts'
import { routing } from './routing.ts'
import { id, limit, line, offset, prose, timestamp } from './text.ts'

export const jobId = id('job')
export const jobStatus = z.enum(['queued', 'running', 'completed', 'failed'])
export type JobStatus = z.infer<typeof jobStatus>
export const finishReason = z.enum(['stop', 'length'])
export type FinishReason = z.infer<typeof finishReason>

export const MAX_INPUT_BYTES = 262_144
const encoder = new TextEncoder()

/** One message of a chat, its content as plain text. */
export const chatMessage = z
  .object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })
  .meta({ id: 'ChatMessage' })
export type ChatMessage = z.infer<typeof chatMessage>

/** What a buyer may ask of an engine beside max_tokens and temperature; an engine that cannot do one ignores it. */
export const engineOptions = z.object({
  /** Texts before which generation ends; they are not part of the output. */
  stop: z.array(z.string().min(1).max(500)).min(1).max(4).optional(),
  top_p: z.number().min(0).max(1).optional(),
  seed: z.int().optional(),
})
export type EngineOptions = z.infer<typeof engineOptions>

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
    ...engineOptions.shape,
  })
  .meta({ id: 'Submission' })
export type Submission = z.infer<typeof submission>

const chat = z
  .array(chatMessage.extend({ content: prose(MAX_INPUT_BYTES) }))
  .min(1)
  .max(10_000)
  .refine((messages) => encoder.encode(JSON.stringify(messages)).length <= MAX_INPUT_BYTES, {
    error: `must be at most ${MAX_INPUT_BYTES} bytes together`,
  })
  .meta({ description: 'A chat, in place of input_text: for engines that know none, it is written as one text.' })

/** POST /run/model: a submission, of which the text may be a chat. */
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
  .refine(({ input_text, messages }) => input_text !== undefined || messages !== undefined, {
    // Also where another member is wrong: whoever left out two is told of both.
    when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
    path: ['input_text'],
    error: 'is required',
  })
  .refine(({ input_text, messages }) => input_text === undefined || messages === undefined, {
    path: ['messages'],
    error: 'must be left out where there is an input_text',
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
  searched: z.int().optional().meta({ description: 'With text: how many of the newest jobs were looked through.' }),
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
    /** With detail=full only: who wrote which part of it, where several hosts did. */
    parts: z.array(jobPart).optional(),
  })
  .meta({ id: 'Job' })
export type Job = z.infer<typeof job>
/** `detail=full` adds the chat that was asked. */
export const jobQuery = z.object({
  wait: z.coerce.number().min(0).max(60).default(0),
  detail: z.enum(['full']).optional(),
})

export const nextJobRequest = z
  .object({
    host_id: hostId,
    wait_seconds: z.number().min(0).max(30).optional(),
    instance: instance.optional(),
    /** Only a job of one of these: a host with several engines asks for those of one that has room. */
    models: z.array(modelName).min(1).max(100).optional(),
    /** Together with `wait_seconds`: the offer says the job's deadlines. */
    deadlines: z.boolean().optional(),
  })
  .meta({ id: 'NextJobRequest' })

/**
 * Seconds from the claim to the first piece of text, from one to the next, and to the end: past these the job is lost to
 * the host. `working_counts`: an entry that says `working` is as good as a piece, but for the end.
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
  })
  .meta({ id: 'JobOffer' })
export type JobOffer = z.infer<typeof jobOffer>

/** The code of a hand-back: the host gives the job up unharmed; no failed attempt, and no host is excluded. */
export const HANDED_BACK = 'handed_back'

/**
 * The code of a host whose engine cannot be reached at this moment. Retryable and before any piece, it costs the job
 * nothing but the wait for another host, or for this one to come back.
 */
export const ENGINE_UNREACHABLE = 'engine_unreachable'

const MOST_PIECES = 10_000
const PIECE_CHARS = 65_536

// One fault for the whole array: with one an element, a wrong body of 1 MiB costs seconds to refuse.
const pieces = z
  .custom<string[]>(
    (value) =>
      Array.isArray(value) &&
      value.length <= MOST_PIECES &&
      value.every((piece) => typeof piece === 'string' && piece.length <= PIECE_CHARS),
    { error: `must be at most ${MOST_PIECES} strings of at most ${PIECE_CHARS} characters` },
  )
  .meta({
    override: { type: 'array', maxItems: MOST_PIECES, items: { type: 'string', maxLength: PIECE_CHARS } },
  })

/** What a host says of one job: pieces of text from `offset` on, and how it ended. No tokens: the job is kept alive. */
export const jobResult = z
  .object({
    job_id: line(64),
    attempt: z.int().min(1).optional(),
    offset: z.int().min(0).max(10_000_000).default(0),
    tokens: pieces.default([]),
    /** The engine shows signs of life without text, as one that thinks first does. */
    working: z.boolean().optional(),
    finish_reason: finishReason.nullish(),
    usage: z.object({ prompt_tokens: z.int().min(0).nullish(), completion_tokens: z.int().min(0).nullish() }).nullish(),
    error: z
      .object({
        code: jobErrorCode.catch('host_error'),
        message: z.string().max(2000).default(''),
        retryable: z.boolean().default(false),
      })
      .nullish(),
  })
  .meta({ id: 'JobResult' })
export type JobResult = z.infer<typeof jobResult>

export const resultsRequest = z
  .object({ host_id: hostId, instance: instance.optional(), results: z.array(jobResult).max(1000), stopping })
  .meta({ id: 'Results' })
export type ResultsRequest = z.infer<typeof resultsRequest>

export const resultState = z.enum(['running', 'completed', 'failed', 'cancelled', 'lost'])
/** `next_offset` is where the host must send from; `credits_earned` comes with an end. */
export const resultAnswer = z.object({
  job_id: z.string(),
  state: resultState,
  next_offset: z.int(),
  credits_earned: credits.optional(),
  hand_over: z.boolean().optional().meta({
    description: 'The host said that it is stopping, and another one can go on with this text at once: hand it back.',
  }),
})
export type ResultAnswer = z.infer<typeof resultAnswer>
export const resultsAnswer = z.object({ results: z.array(resultAnswer) }).meta({ id: 'ResultsAnswer' })
