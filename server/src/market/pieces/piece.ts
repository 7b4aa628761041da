import type { PieceFacts, PieceNote } from '@mkt/schemas'

/** A piece of an answer: its text, and what it is where it is not simply text of the answer. */
export interface Piece extends PieceFacts {
  text: string
  /** Kept behind a whole text: which of the texts that its buyer named it stopped at. */
  stopped?: string
}

/** What of a piece a job has asked for; the rest of what a host says is passed over. */
export interface Wanted {
  tools: boolean
  logprobs: boolean
  embeddings: boolean
  rerank: boolean
}

// Streams and the database keep pieces as strings. One that is simply text is kept as its text; any other, and a text
// that begins as those do, behind this mark as JSON. So offsets, overlaps and places that are shared stay as they are.
const MARK = '\u0001'

export const isPlain = (stored: string) => !stored.startsWith(MARK)

export function readPiece(stored: string): Piece {
  return isPlain(stored) ? { text: stored } : (JSON.parse(stored.slice(1)) as Piece)
}

/** A whole text as it is kept, with what it stopped at. */
export const withStop = (pieces: readonly string[], stopped: string | undefined): readonly string[] =>
  stopped === undefined ? pieces : [...pieces, MARK + JSON.stringify({ text: '', stopped })]

/** The same taken apart. */
export function withoutStop(kept: string[]): { pieces: string[]; stopped?: string | undefined } {
  const last = kept.at(-1)
  const stopped = last === undefined ? undefined : readPiece(last).stopped
  return stopped === undefined ? { pieces: kept } : { pieces: kept.slice(0, -1), stopped }
}

/** Pieces as a host sends them, as they are kept. */
export function storedPieces(
  tokens: readonly string[],
  notes: readonly PieceNote[] | undefined,
  wanted: Wanted,
): readonly string[] {
  if (!notes?.length && tokens.every(isPlain)) return tokens
  const facts = new Map(notes?.map((note) => [note.at, note]))
  return tokens.map((text, at) => storedPiece({ ...factsOf(facts.get(at), wanted), text }))
}

function storedPiece({ text, ...facts }: Piece): string {
  const { reasoning, tool_call, logprobs, vector, score } = facts
  const result = vector !== undefined || score !== undefined
  const says = result || logprobs !== undefined || tool_call?.name !== undefined || tool_call?.id !== undefined
  // Nothing is nothing, whatever it would have been: it must not pass for a sign of progress.
  if (text === '' && !says) return ''
  if (!says && !reasoning && !tool_call && isPlain(text)) return text
  return MARK + JSON.stringify({ text, ...facts })
}

function factsOf(note: PieceNote | undefined, wanted: Wanted): PieceFacts {
  return {
    ...(note?.reasoning ? { reasoning: true } : {}),
    ...(note?.tool_call && wanted.tools ? { tool_call: note.tool_call } : {}),
    ...(note?.logprobs?.length && wanted.logprobs ? { logprobs: note.logprobs } : {}),
    ...(note?.vector !== undefined && wanted.embeddings ? { vector: note.vector } : {}),
    ...(note?.score !== undefined && wanted.rerank ? { score: note.score } : {}),
  }
}

/**
 * What the buyer gets by each piece and pays for: its text, and the name of a call once, with the piece that says it
 * first: any other of the same call is shown nowhere, nor is one beside a thought.
 */
export function deliveredTexts(pieces: readonly string[]): readonly string[] {
  if (pieces.every(isPlain)) return pieces
  const named = new Set<number>()
  return pieces.map(readPiece).map(({ text, reasoning, tool_call }) => {
    if (reasoning || !tool_call?.name || named.has(tool_call.index)) return text
    named.add(tool_call.index)
    return tool_call.name + text
  })
}

/** The text of an answer, without what was thought and called. */
export function contentOf(pieces: readonly string[]): string {
  if (pieces.every(isPlain)) return pieces.join('')
  return pieces.map(readPiece).reduce((text, piece) => (isContent(piece) ? text + piece.text : text), '')
}

/** All that was written: what was thought and called too. */
export const writtenOf = (pieces: readonly string[]): string => deliveredTexts(pieces).join('')

/** Whether the model thought before it answered, and its engine shows what. */
export const hasThoughts = (pieces: readonly string[]): boolean =>
  !pieces.every(isPlain) && pieces.map(readPiece).some(({ reasoning, text }) => reasoning === true && text !== '')

export const isContent = ({ reasoning, tool_call }: Piece) => !reasoning && !tool_call
