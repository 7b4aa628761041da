/**
 * A piece is what one step of the recital adds to the text. It is one token, except that characters beyond ASCII are
 * spelled in several byte tokens, as real models spell a rare character.
 */
export interface Piece {
  text: string
  tokens: readonly string[]
}

/** The vocabulary's name of a byte. */
export function byteToken(byte: number): string {
  return `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`
}

// The tokenizer writes a space as this character.
const plainToken = (text: string) => text.replaceAll(' ', '\u2581')

/**
 * Shorter tokens could be put together from the characters of a prompt (the tokenizer merges two characters when the
 * pair is a token, and longer ones only by way of such pairs); then a prompt could start in the middle of the text.
 */
const SHORTEST = 3

const WORD = / ?[!-~]+| ?[^ -~\s]+|\s/gu

// The tokenizer writes the space that ends a prompt with three bytes of which this is the last.
const LAST_OF_SPACE = byteToken(0x81)

/**
 * Cuts a text into pieces with a token never used twice: "the cat and the dog" is "the", " cat", " and", " the", " dog".
 * What would repeat a token is joined with what follows, or at the end with what came before.
 */
export function cutPieces(text: string): Piece[] {
  const pieces: Piece[] = []
  const used = new Set([LAST_OF_SPACE])
  const add = (piece: Piece) => {
    if (piece.tokens.some((token) => used.has(token))) return false
    pieces.push(piece)
    for (const token of piece.tokens) used.add(token)
    return true
  }
  let open = ''
  for (const [part] of text.matchAll(WORD)) {
    const spelled = open === '' && /[^ -~\s]/u.test(part) && add(spell(part))
    if (spelled) continue
    open += part
    if ([...open].length >= SHORTEST && add(whole(open))) open = ''
  }
  while (open !== '') {
    const previous = pieces.pop()
    if (!previous) throw new Error(`cannot make a model that recites a text as short as ${JSON.stringify(text)}`)
    open = previous.text + open
    if (add(whole(open))) open = ''
  }
  return pieces
}

function whole(text: string): Piece {
  return { text, tokens: [plainToken(text)] }
}

function spell(text: string): Piece {
  const tokens = [...Buffer.from(text)].map(byteToken)
  // A byte that comes twice within the piece would repeat a token too.
  return new Set(tokens).size === tokens.length ? { text, tokens } : whole(text)
}
