import { z } from 'zod'
import { tokenLogprob } from './likelihood.ts'
import { toolCallPart } from './tool.ts'
import { score, vectorText } from './vectors.ts'

const MOST_PIECES = 10_000
const PIECE_CHARS = 65_536

// One fault for the whole array: with one an element, a wrong body of 1 MiB costs seconds to refuse.
export const pieces = z
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

/** What a piece is beside its text; one of which nothing is said is text of the answer. */
export const pieceFacts = z.object({
  /** It is what the model thinks before it answers. */
  reasoning: z.literal(true).optional(),
  /** It belongs to the arguments of a call. */
  tool_call: toolCallPart.optional(),
  /** Of the tokens that the piece is made of. */
  logprobs: z.array(tokenLogprob).max(64).optional(),
  /** It is what came of the input in its place: little-endian 32-bit floats in base64 ... */
  vector: vectorText.optional(),
  /** ... or how well the document in its place answers the query. */
  score: score.optional(),
})
export type PieceFacts = z.infer<typeof pieceFacts>
/** `at` is the place of the piece among the `tokens` of its entry. */
const pieceNote = z.object({ at: z.int().min(0).max(MOST_PIECES), ...pieceFacts.shape })
export type PieceNote = z.infer<typeof pieceNote>

/** For the contract, which has the parts elsewhere. */
const NOTE_FORM = {
  type: 'object' as const,
  properties: {
    at: { type: 'integer' as const, minimum: 0 },
    reasoning: { type: 'boolean' as const, const: true },
    tool_call: {
      type: 'object' as const,
      properties: {
        index: { type: 'integer' as const, minimum: 0 },
        id: { type: 'string' as const },
        name: { type: 'string' as const },
      },
      required: ['index'],
    },
    logprobs: { type: 'array' as const, items: { $ref: '#/components/schemas/TokenLogprob' } },
    vector: { type: 'string' as const, maxLength: 65_536 },
    score: { type: 'number' as const },
  },
  required: ['at'],
}

export const pieceNotes = z
  .custom<PieceNote[]>(
    (value) =>
      Array.isArray(value) && value.length <= MOST_PIECES && value.every((note) => pieceNote.safeParse(note).success),
    { error: `must be at most ${MOST_PIECES} notes of the form that the contract gives` },
  )
  .meta({ override: { type: 'array', maxItems: MOST_PIECES, items: NOTE_FORM } })
