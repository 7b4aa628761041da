import { type BatchDoor, readVector } from '@mkt/schemas'
import type { Reader } from '../../storage/database.ts'
import { readOptions } from '../jobs/options.ts'
import { type Answering, usageOf, wholeAnswer, wholeChoice } from '../openai/write.ts'
import { answerOf } from '../pieces/answer.ts'
import { type AnswerLine, answerLines, batchEnd } from './line-store.ts'

/** The requests of a batch that were answered, or those that were not, as OpenAI's files have them: one a line. */
export async function* batchAnswersText(
  reader: Reader,
  batch_id: string,
  which: 'completed' | 'failed',
): AsyncGenerator<string> {
  const batch = await batchEnd(reader, batch_id)
  if (!batch) return
  const why = { code: batch.expired ? 'batch_expired' : 'batch_cancelled', message: batch.why ?? ENDED }
  const write = which === 'completed' ? (row: AnswerLine) => answered(row, batch.door as BatchDoor) : failed(why)
  for await (const rows of answerLines(reader, batch_id)) {
    const wanted = rows.filter((row) => (row.state === 'completed') === (which === 'completed'))
    if (wanted.length > 0) yield wanted.map((row) => `${JSON.stringify(write(row))}\n`).join('')
  }
}

const ENDED = 'The batch ended before this request was begun.'

function answered(row: AnswerLine, door: BatchDoor): object {
  const { custom_id, job_id } = row
  const response = { status_code: 200, request_id: job_id, body: bodyOf(row, door) }
  return { id: idOf(row), custom_id, response, error: null }
}

const failed =
  (ended: { code: string; message: string }) =>
  (row: AnswerLine): object => {
    const { custom_id, refused, error, error_message } = row
    const ofJob = { code: error ?? '', message: error_message ?? `No host completed this request (${error}).` }
    const cancelled = error === null || error === 'cancelled'
    const why = refused === null ? (cancelled ? ended : ofJob) : { code: 'invalid_request', message: refused }
    return { id: idOf(row), custom_id, response: null, error: why }
  }

const idOf = ({ batch_id, line }: AnswerLine) => `batch_req_${batch_id.slice(4)}_${line + 1}`

function bodyOf(row: AnswerLine, door: BatchDoor): object {
  const { model, created_at, options_json, pieces_json, finish_reason, form } = row
  const job_id = row.job_id as string
  const answer = answerOf(job_id, pieces_json === null ? [] : (JSON.parse(pieces_json) as string[]))
  const counted = { ...row, tokens_generated: row.tokens_generated ?? 0 }
  const usage = usageOf([counted])
  if (door === '/v1/embeddings') {
    const numbers = (vector: string) => (form === 'base64' ? vector : Array.from(readVector(vector) ?? []))
    const data = answer.vectors.map((vector, index) => ({ object: 'embedding', index, embedding: numbers(vector) }))
    const { prompt_tokens } = usage
    return { object: 'list', data, model, usage: { prompt_tokens, total_tokens: prompt_tokens } }
  }
  const chat = door === '/v1/chat/completions'
  const likely = readOptions(options_json).logprobs === true
  const created = Math.floor((created_at ?? 0) / 1000)
  const id = `${chat ? 'chatcmpl' : 'cmpl'}-${job_id}`
  const of: Answering = { door: chat ? 'chat' : 'completion', id, created, model: model ?? '', likely }
  return wholeAnswer(of, [wholeChoice(of, 0, answer, finish_reason ?? 'stop')], usage)
}
