import {
  type BatchDoor,
  type BatchFault,
  chatRequest,
  completionRequest,
  embeddingsRequest,
  type Submission,
} from '@mkt/schemas'
import { DomainError } from '../../base/errors.ts'
import { jsonExcess } from '../../base/json-bounds.ts'
import type { SubmitOptions } from '../jobs/submit.ts'
import { submissionOf } from '../openai/complete.ts'
import { readChat, readCompletion, type Wanted } from '../openai/read.ts'
import { embeddingOf } from '../openai/read-vectors.ts'

/** Requests of a file, a line each; pure translation, no I/O. */

/** What is wrong with a line, without its number. */
export type LineFault = Omit<BatchFault, 'line'>

export interface RequestLine {
  custom_id: string
  model: string
  /** The body of the request, as it came. */
  body: string
  /** How an answer of vectors is to be written; null: as numbers. */
  form: string | null
}

/** What a line is submitted with. */
export interface LineJob {
  submission: Submission
  options: Pick<SubmitOptions, 'models' | 'messages' | 'raw' | 'cache_key' | 'longest'>
}

/** What holds for all requests of a batch that do not say otherwise, as the wire has it. */
export type BatchTerms = Record<string, unknown>

const MOST_CUSTOM_ID = 200

/** A line of a file, or what is wrong with it. */
export function readRequestLine(text: string, door: BatchDoor, terms: BatchTerms): RequestLine | LineFault {
  const line = parsed(text)
  if (!isObject(line)) return fault('invalid_json_line', 'is no JSON object', null)
  const { custom_id, method, url, body } = line
  if (typeof custom_id !== 'string' || custom_id === '' || custom_id.length > MOST_CUSTOM_ID || !isPlain(custom_id))
    return fault('invalid_custom_id', `must be a text of 1 to ${MOST_CUSTOM_ID} characters`, 'custom_id')
  if (method !== 'POST') return fault('invalid_method', 'must be "POST"', 'method')
  if (url !== door) return fault('invalid_url', `must be the endpoint of the batch, ${door}`, 'url')
  if (!isObject(body)) return fault('invalid_body', 'must be an object', 'body')
  try {
    const { submission } = lineJob(door, terms, body)
    const form = door === '/v1/embeddings' && body.encoding_format === 'base64' ? 'base64' : null
    return { custom_id, model: submission.model, body: JSON.stringify(body), form }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const [detail] = error.details ?? []
    return fault('invalid_request', detail?.message ?? error.message, detail?.path ?? 'body')
  }
}

/** The job of a request's body. Error: invalid_request. */
export function lineJob(door: BatchDoor, terms: BatchTerms, body: object): LineJob {
  const asked = { ...termsAt(door, terms), ...body }
  if (door === '/v1/embeddings') {
    const { submission, models } = embeddingOf(demand(embeddingsRequest, asked))
    return { submission, options: { models } }
  }
  const raw = door === '/v1/completions'
  const wanted = raw ? readCompletion(demand(completionRequest, asked)) : readChat(demand(chatRequest, asked))
  demandOneAnswer(wanted)
  const { messages, models, cache_key } = wanted
  return { submission: submissionOf(wanted), options: { models, messages, raw, cache_key, longest: true } }
}

/** Of vectors nothing is written that could be kept in part. */
function termsAt(door: BatchDoor, { partial, ...terms }: BatchTerms): BatchTerms {
  return door === '/v1/embeddings' || partial == null ? terms : { ...terms, partial }
}

function demandOneAnswer({ n, stream }: Wanted): void {
  if (n !== 1) throw invalid('n', 'must be 1 in a batch: write the request as several lines')
  if (stream) throw invalid('stream', 'must be left out in a batch')
}

interface Parser<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: { issues: readonly Issue[] } }
}
interface Issue {
  path: readonly PropertyKey[]
  message: string
}

function demand<T>(schema: Parser<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw invalid(issue?.path.join('.') ?? '', issue?.message ?? 'is not valid')
}

function invalid(path: string, message: string): DomainError {
  const details = [{ path: path === '' ? 'body' : `body.${path}`, message }]
  return new DomainError('invalid_request', 'The request is not valid.', { details })
}

const fault = (code: string, message: string, param: string | null): LineFault => ({ code, message, param })

/** What databases, logs and terminals take. */
const isPlain = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: string): unknown {
  if (jsonExcess(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
