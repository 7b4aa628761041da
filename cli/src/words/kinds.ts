/** What a shell may complete with words of the server: models by name, everything else by id. */
export const WORD_KINDS = ['model', 'job', 'tok', 'host', 'usr', 'wdr', 'whk', 'psk', 'doc'] as const
export type WordKind = (typeof WORD_KINDS)[number]

/** A parser of an argument or option, with the kind of words that complete it. */
export type Completed<P> = P & { words: WordKind }

export function completedBy<P extends (...parameters: never[]) => unknown>(words: WordKind, parse: P): Completed<P> {
  return Object.assign(parse, { words })
}

/** Names are anybody's: a shell must find nothing in them that it would obey, or split. */
export function isShellWord(word: unknown): word is string {
  return typeof word === 'string' && /^[A-Za-z0-9][A-Za-z0-9._:/@+-]*$/.test(word)
}
