import type { Job, TokenLogprob, ToolCall } from '@mkt/schemas'
import { isContent, isPlain, type Piece, readPiece } from './piece.ts'

/** A whole answer, which every door words in its own form. */
export interface Answer {
  content: string
  reasoning: string
  tool_calls: ToolCall[]
  /** Of the tokens of the content. */
  logprobs: TokenLogprob[]
  /** Of each input, where vectors or scores were asked for. */
  vectors: string[]
  scores: number[]
}

/** Puts the pieces of a job together. */
export function answerOf(job_id: string, pieces: readonly string[]): Answer {
  const answer: Answer = { content: '', reasoning: '', tool_calls: [], logprobs: [], vectors: [], scores: [] }
  if (pieces.every(isPlain)) return { ...answer, content: pieces.join('') }
  const calls = new Map<number, ToolCall>()
  for (const piece of pieces.map(readPiece)) {
    if (piece.reasoning) answer.reasoning += piece.text
    else if (piece.tool_call) addToCall(calls, job_id, piece)
    if (piece.vector !== undefined) answer.vectors.push(piece.vector)
    if (piece.score !== undefined) answer.scores.push(piece.score)
    if (!isContent(piece)) continue
    answer.content += piece.text
    if (piece.logprobs) answer.logprobs.push(...piece.logprobs)
  }
  answer.tool_calls = [...calls].sort(([one], [other]) => one - other).map(([, call]) => call)
  return answer
}

function addToCall(calls: Map<number, ToolCall>, job_id: string, { text, tool_call }: Piece): void {
  const { index = 0, id, name } = tool_call ?? {}
  const call = calls.get(index) ?? {
    id: id ?? callId(job_id, index),
    type: 'function',
    function: { name: '', arguments: '' },
  }
  if (name !== undefined && call.function.name === '') call.function.name = name
  call.function.arguments += text
  calls.set(index, call)
}

/** The id of a call to which its host gave none: its answer has to name it. */
export const callId = (job_id: string, index: number) => `call_${job_id.slice(job_id.indexOf('_') + 1)}_${index}`

/** Whether a call stands among pieces, which then is how the answer ends. */
export function hasCalls(pieces: readonly string[]): boolean {
  return pieces.some((stored) => !isPlain(stored) && readPiece(stored).tool_call !== undefined)
}

/** What an answer has beside its text, where it has any. */
export function besideText({ tool_calls, reasoning, logprobs, vectors, scores }: Answer) {
  const beside: Pick<Job, 'tool_calls' | 'reasoning_content' | 'token_logprobs' | 'vectors' | 'scores'> = {}
  if (tool_calls.length > 0) beside.tool_calls = tool_calls
  if (reasoning !== '') beside.reasoning_content = reasoning
  if (logprobs.length > 0) beside.token_logprobs = logprobs
  if (vectors.length > 0) beside.vectors = vectors
  if (scores.length > 0) beside.scores = scores
  return beside
}
