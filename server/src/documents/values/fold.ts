const QUOTES = /[\u2018\u2019\u201B\u02BC\u0060\u00B4\u2032]/g
const DASHES = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g

/** One blank for each run of white space (no-break and thin ones too), none at the ends: how strings are returned. */
export function foldBlanks(text: string): string {
  return BLANK.test(text) ? text.replace(BLANKS, ' ').trim() : text
}

const BLANK = /[\s\u00A0\u2000-\u200B\u202F\u205F\u3000\uFEFF]/
const BLANKS = new RegExp(`${BLANK.source}+`, 'g')

// Most text on most papers; what is said of all characters below comes to little for these.
const ASCII = /^[\0-\x7F]*$/

/** Ligatures, full-width forms, dashes and quotes as one plain character each; blanks folded. Case and accents stay. */
export function foldSigns(text: string): string {
  if (ASCII.test(text)) return foldBlanks(text.replaceAll('`', "'"))
  return foldBlanks(text.normalize('NFKC').replace(QUOTES, "'").replace(DASHES, '-'))
}

/** Plain signs, each character one character where that goes, so that places in it are places in `text`. */
export function foldSignsInPlace(text: string): string {
  if (ASCII.test(text)) return text.replaceAll('`', "'").replace(/\s/g, ' ')
  return Array.from(text, (character) => {
    if (/[\s\u00A0\u202F]/.test(character)) return ' '
    const plain = character.normalize('NFKC').replace(QUOTES, "'").replace(DASHES, '-')
    return plain.length === character.length ? plain : character
  }).join('')
}

/** For comparing labels and words: plain signs, lower case, no accents. `Montant dû :` becomes `montant du :`. */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return foldBlanks(text.replaceAll('`', "'")).toLowerCase()
  return foldSigns(text).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
}

/** Lower case without accents, each character one character, so that places in it are places in `text`. */
export function foldInPlace(text: string): string {
  if (ASCII.test(text)) return text.replaceAll('`', "'").replace(/\s/g, ' ').toLowerCase()
  return Array.from(text, (character) => {
    const plain = foldSame(character)
    return plain.length === character.length ? plain : character
  }).join('')
}

function foldSame(character: string): string {
  if (/[\s\u00A0\u202F]/.test(character)) return ' '
  return character.replace(QUOTES, "'").replace(DASHES, '-').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
