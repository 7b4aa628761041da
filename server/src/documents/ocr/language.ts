import { foldCase } from '../values/fold.ts'
import { sourceOf } from '../vocabulary/compile.ts'
import { LANGUAGES } from '../vocabulary/languages.ts'
import { phraseWords } from '../vocabulary/phrase-words.ts'
import { canRead, type Language } from './tesseract.ts'

/** The data with which each language of the vocabulary is recognised. */
const DATA: Readonly<Record<string, Language>> = {
  English: 'eng',
  French: 'fra',
  German: 'deu',
  Spanish: 'spa',
  Italian: 'ita',
  Dutch: 'nld',
  Portuguese: 'por',
  Polish: 'pol',
  Swedish: 'swe',
  Danish: 'dan',
  Norwegian: 'nor',
  Finnish: 'fin',
  Czech: 'ces',
  Slovak: 'slk',
  Hungarian: 'hun',
  Romanian: 'ron',
  Turkish: 'tur',
  Croatian: 'hrv',
  Slovene: 'slv',
  Catalan: 'cat',
  Lithuanian: 'lit',
  Latvian: 'lav',
  Estonian: 'est',
  Bulgarian: 'bul',
  Greek: 'ell',
}

/** Shorter words are of too many languages. */
const SHORTEST = 4

/** As data of another language read a folded word: letters of few languages as those that they look like. */
const plain = (word: string) => word.replace(/[øæłıđ]/g, (letter) => LOOKING_LIKE[letter] ?? letter)

const LOOKING_LIKE: Readonly<Record<string, string>> = { ø: 'o', æ: 'ae', ł: 'l', ı: 'i', đ: 'd' }

let known: ReadonlyMap<string, readonly Language[]> | undefined

/** Which languages say each word that the vocabulary's phrases are made of, folded. */
function speakers(): ReadonlyMap<string, readonly Language[]> {
  if (known) return known
  const found = new Map<string, Language[]>()
  for (const [language, data] of Object.entries(DATA))
    for (const word of new Set(phraseWords(language).map(plain)))
      if (word.length >= SHORTEST) found.set(word, [...(found.get(word) ?? []), data])
  known = found
  return found
}

/** The vocabulary's name of the language that data are of. */
export const nameOf = (data: Language): string => Object.entries(DATA).find((entry) => entry[1] === data)?.[0] ?? ''

/** What a page must hold of a language: as much as two words that no other language says. */
const LEAST = 2

/** Any other language but French has so many times as much as English: place names abroad have some. */
const CLEARLY = 1.3

/** A page with this share of French among its frequent words is bilingual. */
const BILINGUAL = 0.15

/**
 * The language that most of the words belong to, by the vocabulary: a word that several languages say counts a part for
 * each. Undefined where there are too few to tell; English where the data of that language are not installed, since
 * English data leave out accents, as comparing does. A page in English and French is French: that data reads English as
 * well.
 */
export function languageOf(words: readonly { text: string }[]): Language | undefined {
  const said = words.map(({ text }) => foldCase(text.replace(/^\P{L}+|\P{L}+$/gu, '')))
  const shares = sharesOf(said)
  const share = (language: Language) => shares.get(language) ?? 0
  const [first = 'eng'] = [...shares.keys()].toSorted((a, b) => share(b) - share(a))
  if (share(first) < LEAST) return undefined
  if (first === 'eng') return isBilingual(said) ? 'fra' : 'eng'
  const clear = first === 'fra' || share(first) >= CLEARLY * share('eng')
  return clear && canRead(first) ? first : 'eng'
}

function sharesOf(said: readonly string[]): ReadonlyMap<Language, number> {
  const shares = new Map<Language, number>()
  for (const word of said) {
    const by = speakers().get(plain(word)) ?? []
    for (const language of by) shares.set(language, (shares.get(language) ?? 0) + 1 / by.length)
  }
  return shares
}

function isBilingual(said: readonly string[]): boolean {
  const french = said.filter((word) => FRENCH.test(word))
  const english = said.filter((word) => ENGLISH.test(word))
  return new Set(french).size >= 3 && french.length >= BILINGUAL * english.length
}

/** The words that a page in a language is full of. */
const frequentIn = (language: string) => {
  const words = LANGUAGES.find((one) => one.language === language)?.concepts['ocr.frequent'] ?? []
  return new RegExp(`^(?:${words.map(sourceOf).join('|')})$`, 'u')
}

const [ENGLISH, FRENCH] = [frequentIn('English'), frequentIn('French')]
