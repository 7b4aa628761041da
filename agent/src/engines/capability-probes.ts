import type { Capability } from '@mkt/schemas'
import type { GenerateRequest } from '../backends/generate-request.ts'
import type { Piece } from '../backends/piece.ts'
import { scoredAloud } from '../words/probe.ts'
import { generatePieces, PROBE, type ProbeOptions, READING } from './probe.ts'

/** What an engine is asked with to see whether it can do something, and what its answer has to show. */
interface Question {
  asked: Partial<GenerateRequest>
  shows: (pieces: readonly Piece[]) => boolean
  /** Whether it can no longer come to that, so that the rest need not be generated. */
  hopeless?: (pieces: readonly Piece[]) => boolean
}

/** Of one black pixel. */
const PIXEL = [
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
  '+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
].join('')
const TOOL = 'say'
const SCHEMA = {
  type: 'object',
  properties: { ok: { type: 'boolean' } },
  required: ['ok'],
  additionalProperties: false,
}

/** Answers of one tool call, or one small object, take about twenty tokens; a model that thinks first may need more. */
const ENOUGH = 200
const FEW = 2
/** Pieces of prose before a call that was demanded; an engine that ignores the demand would go on to its limit. */
const PREFACE = 16

const QUESTIONS: Partial<Record<Capability, Question>> = {
  tools: {
    asked: {
      max_tokens: ENOUGH,
      tools: [
        {
          type: 'function',
          function: {
            name: TOOL,
            description: 'Says a word',
            parameters: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
          },
        },
      ],
      tool_choice: { type: 'function', function: { name: TOOL } },
    },
    shows: (pieces) => pieces.some(({ facts }) => facts?.tool_call?.name === TOOL) && isObject(argumentsOf(pieces)),
    hopeless: (pieces) => pieces.filter(isContent).length > PREFACE && !pieces.some(({ facts }) => facts?.tool_call),
  },
  json_schema: {
    asked: {
      max_tokens: ENOUGH,
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: SCHEMA, strict: true } },
    },
    shows(pieces) {
      const value = objectOf(contentOf(pieces))
      return value !== undefined && typeof value.ok === 'boolean' && Object.keys(value).length === 1
    },
    hopeless: (pieces) => /^\s*[^\s{]/.test(contentOf(pieces)),
  },
  logprobs: {
    asked: { max_tokens: FEW, logprobs: true, top_logprobs: 1 },
    shows: (pieces) => pieces.some(({ facts }) => facts?.logprobs?.some(({ top_logprobs }) => top_logprobs.length > 0)),
  },
  images: {
    asked: {
      max_tokens: FEW,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: PROBE.input_text },
            { type: 'image_url', image_url: { url: PIXEL } },
          ],
        },
      ],
    },
    shows: () => true,
  },
  scoring: {
    asked: { max_tokens: FEW, score: { text: scoredAloud } },
    shows: (pieces) =>
      textOf(pieces).trim() === scoredAloud &&
      pieces.every(({ facts }) => facts?.logprobs?.every(({ top_logprobs }) => top_logprobs.length > 0)),
  },
  embeddings: { asked: READING.embeddings, shows: (pieces) => pieces.some(({ facts }) => facts?.vector !== undefined) },
  rerank: { asked: READING.rerank, shows: (pieces) => pieces.some(({ facts }) => facts?.score !== undefined) },
}
const READS: ReadonlySet<string> = new Set(Object.keys(READING))

interface Asking {
  /** Of a model that writes nothing, only vectors and scores are asked. */
  readsOnly?: boolean
  /** How many questions at a time. */
  lanes?: number
}

/**
 * What of OpenAI's API an engine can do with a model: each thing is asked for once, and its answer has to have the
 * form. What fails, however it does, the engine cannot do.
 */
export async function probeCapabilities(
  options: ProbeOptions,
  { readsOnly = false, lanes = 1 }: Asking = {},
): Promise<Capability[]> {
  const questions = Object.entries(QUESTIONS).filter(([name]) => !readsOnly || READS.has(name))
  const able = new Set<string>()
  const left = [...questions]
  const lane = async () => {
    for (let next = left.shift(); next && !options.signal.aborted; next = left.shift()) {
      const [name, { asked, shows, hopeless }] = next
      const pieces = await generatePieces({ ...PROBE, ...asked }, options, hopeless).catch(() => undefined)
      if (pieces && shows(pieces)) able.add(name)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  if (options.signal.aborted) return []
  const seen = questions.flatMap(([name]) => (able.has(name) ? [name as Capability] : []))
  return readsOnly ? ['vectors_only', ...seen] : seen
}

const textOf = (pieces: readonly Piece[]) => pieces.map(({ text }) => text).join('')

const isContent = ({ text, facts }: Piece) => text !== '' && !facts?.tool_call && !facts?.reasoning

const contentOf = (pieces: readonly Piece[]) => textOf(pieces.filter(isContent))

/** Of the first call. */
function argumentsOf(pieces: readonly Piece[]): string {
  const first = pieces.find(({ facts }) => facts?.tool_call)?.facts?.tool_call?.index
  return textOf(pieces.filter(({ facts }) => facts?.tool_call?.index === first && first !== undefined))
}

const isObject = (text: string) => objectOf(text) !== undefined

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
