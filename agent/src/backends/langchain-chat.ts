import type { ChatMessage } from '@mkt/schemas'
import { engineFaults } from '../words/engine-faults.ts'
import { EngineError } from './engine-error.ts'
import { chatOf, chosenTools, type GenerateRequest, optionsOf } from './generate-request.ts'
import type { Chunk } from './generation.ts'
import { type Piece, piecesOf, type SaidChoice, stoppedAt } from './piece.ts'
import type { Provider } from './provider.ts'

/** What LangChain is given and what it gives, in its own form. */

export async function messagesFor(request: GenerateRequest, provider: Provider) {
  const { AIMessage, HumanMessage, SystemMessage, ToolMessage } = await import('@langchain/core/messages')
  return chatOf(request).map(({ role, content: said, tool_calls = [], tool_call_id = '' }) => {
    const content = said ?? ''
    if (role === 'tool') return new ToolMessage({ content, tool_call_id })
    if (role === 'system') return new SystemMessage({ content })
    if (role === 'user') return new HumanMessage({ content })
    if (provider === 'ollama') return new AIMessage({ content, tool_calls: tool_calls.map(readCall) })
    const message = new AIMessage({ content })
    // Beside the constructor, which would read the arguments and write them anew.
    if (tool_calls.length > 0) message.additional_kwargs.tool_calls = tool_calls
    return message
  })
}

function readCall({ id, function: { name, arguments: given } }: NonNullable<ChatMessage['tool_calls']>[number]) {
  return { id, name, args: objectOf(given), type: 'tool_call' as const }
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {}
  return { input: text }
}

/** Members of the body that LangChain has no words for, or other words than OpenAI's API. */
export function openAiBody(request: GenerateRequest): Record<string, unknown> {
  const { stop: _, top_p: __, seed: ___, ...body } = optionsOf(request)
  return body
}

const NOT_OLLAMA = ['logprobs', 'logit_bias', 'min_p'] as const

/** What Ollama is asked with through LangChain, for the model and for the call. Throws where it cannot be asked so. */
export function ollamaOptions(request: GenerateRequest) {
  const { top_k, frequency_penalty, presence_penalty, tool_choice, response_format } = request
  const { tools } = { ...request, ...chosenTools(request) }
  const lacking = NOT_OLLAMA.filter((name) => request[name] !== undefined)
  // Another host may be able to.
  if (lacking.length > 0) throw new EngineError('engine_error', engineFaults.cannotPass(lacking.join(', ')))
  const model = {
    ...(top_k === undefined ? {} : { topK: top_k }),
    ...(frequency_penalty === undefined ? {} : { frequencyPenalty: frequency_penalty }),
    ...(presence_penalty === undefined ? {} : { presencePenalty: presence_penalty }),
  }
  const format = response_format?.type === 'json_schema' ? response_format.json_schema.schema : 'json'
  // It has no word for a choice: of a named one it is shown no other, and the server looks at what was called.
  const call = {
    ...(tools?.length && tool_choice !== 'none' ? { tools } : {}),
    ...(response_format ? { format } : {}),
  }
  return { model, call }
}

export interface StreamedMessage {
  content: unknown
  additional_kwargs?: { reasoning_content?: unknown; __raw_response?: { choices?: SaidChoice[] } }
  tool_call_chunks?: { id?: string; name?: string; args?: string }[]
  response_metadata?: {
    finish_reason?: string | null
    done_reason?: string | null
    prompt_eval_count?: number
    eval_count?: number
  }
  usage_metadata?: {
    input_tokens?: number
    output_tokens?: number
    input_token_details?: { cache_read?: number }
    output_token_details?: { reasoning?: number }
  }
}

/** Of an OpenAI-style engine: what it said itself, which LangChain keeps beside what it made of it. */
export function openAiChunk(message: StreamedMessage): Chunk {
  const { content, additional_kwargs, response_metadata, usage_metadata: said } = message
  const choice = additional_kwargs?.__raw_response?.choices?.[0]
  // Of an engine that never says who speaks it keeps the text alone.
  const text = typeof content === 'string' && content !== '' ? [{ text: content }] : []
  const usage = said && {
    prompt_tokens: said.input_tokens,
    completion_tokens: said.output_tokens,
    cached_tokens: said.input_token_details?.cache_read,
    reasoning_tokens: said.output_token_details?.reasoning,
  }
  const finish = choice?.finish_reason ?? response_metadata?.finish_reason
  return { pieces: choice ? piecesOf(choice) : text, finish, usage, stopped: choice && stoppedAt(choice) }
}

/** Of Ollama, which gives calls whole. `calls` is how many came before. */
export function ollamaChunk(message: StreamedMessage, calls: number): Chunk {
  const { content, additional_kwargs, tool_call_chunks = [], response_metadata: said } = message
  const thought = additional_kwargs?.reasoning_content
  const pieces: Piece[] = [
    ...(typeof thought === 'string' && thought !== '' ? [{ text: thought, facts: { reasoning: true as const } }] : []),
    ...(typeof content === 'string' && content !== '' ? [{ text: content }] : []),
    ...tool_call_chunks.map(({ id, name, args = '' }, place) => ({
      text: args,
      facts: { tool_call: { index: calls + place, ...(id ? { id } : {}), ...(name ? { name } : {}) } },
    })),
  ]
  // LangChain counts 0 where Ollama says nothing, and a count of 0 would be billed as said.
  const usage = { prompt_tokens: said?.prompt_eval_count, completion_tokens: said?.eval_count }
  return { pieces, finish: said?.finish_reason ?? said?.done_reason, usage }
}
