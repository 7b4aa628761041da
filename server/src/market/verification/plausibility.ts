import { paidBytes } from '../pieces/paid-bytes.ts'
import { textSimilarity } from './agreement.ts'

/** An answer with what its host said of it. */
export interface Answer {
  /** All that was written, with what was thought. */
  text: string
  /** Tokens that it was billed for. */
  tokens: number
  /** Its host says that the model ended it, and not max_tokens. */
  stopped: boolean
}

/** What is odd of an answer, in words that its host can read. */
export interface Oddity {
  what: 'bytes_per_token' | 'token_count' | 'repetition' | 'language' | 'prompt_ignored' | 'short'
  /** 1: it happens, 2: hardly ever, 3: never to be expected. */
  weight: 1 | 2 | 3
}

/** Texts below this length say little about how they are written. */
const ENOUGH_CHARS = 80
const ENOUGH_WORDS = 30
/** Reference and suspect count one tokenizer's tokens of texts in one language: half is not to be expected. */
const FEW_BYTES = [0.7, 0.5, 0.3] as const
/** Texts of two different prompts are this much alike: canned. */
const ALIKE = [0.6, 0.75, 0.9] as const
/** Sampled answers to one prompt differ in length, seldom by so much. */
const ENDS_EARLY = 0.2

/**
 * What is odd of an answer beside the reference's answer to the same prompt. All of it is relative: a model that loops,
 * or answers German in English, does so at the reference too, and that is then the model's way. `others` are answers of
 * the same host to other prompts, with the reference's to those. Pure.
 */
export function odditiesOf(
  { suspect, reference }: { suspect: Answer; reference: Answer },
  others: readonly { suspect: string; reference: string }[] = [],
): Oddity[] {
  const found = [
    oddity('bytes_per_token', below(bytesPerToken(suspect) / bytesPerToken(reference), FEW_BYTES)),
    oddity('repetition', repetitionBeyond(suspect.text, reference.text)),
    oddity('language', speaksOtherwise(suspect.text, reference.text) ? 2 : 0),
    oddity('prompt_ignored', sameForAll(suspect.text, reference.text, others)),
    oddity('short', endsEarly(suspect, reference)),
  ]
  return found.flatMap((one) => (one ? [one] : []))
}

/** Tokens that are billed for one that the reference counts of the same text. */
const MANY_TOKENS = [1.5, 2, 3.3] as const
/** An engine counts its end, and spaces at an edge go astray. */
const SPARE_TOKENS = 8

/**
 * What is odd of an answer by itself, and no speed is: some hardware writes thousands of tokens a second.
 * `counted`: the tokens that the reference finds in it. Pure.
 */
export function odditiesAlone(suspect: Answer, counted?: number): Oddity[] {
  const many = counted ? above((suspect.tokens - SPARE_TOKENS) / counted, MANY_TOKENS) : 0
  const found = oddity('token_count', many)
  return found ? [found] : []
}

/** How odd it all is: the worst of it, and one more where two things are hardly ever so. Pure. */
export function oddnessOf(oddities: readonly Oddity[]): number {
  const worst = oddities.reduce((most, { weight }) => Math.max(most, weight), 0)
  const grave = oddities.filter(({ weight }) => weight >= 2).length
  return Math.min(3, grave > 1 ? worst + 1 : worst)
}

function oddity(what: Oddity['what'], weight: number): Oddity | undefined {
  return weight === 0 ? undefined : { what, weight: Math.min(3, weight) as Oddity['weight'] }
}

const below = (value: number, bounds: readonly number[]) => bounds.filter((bound) => value < bound).length
const above = (value: number, bounds: readonly number[]) => bounds.filter((bound) => value >= bound).length

/** Where nothing was billed nothing is claimed. */
function bytesPerToken({ text, tokens }: Answer): number {
  return tokens === 0 ? Number.MAX_VALUE : Math.max(1, paidBytes([text])) / tokens
}

/** The share of groups of four words that came before; what the reference repeats is the model's own way. */
function repetitionBeyond(suspect: string, reference: string): number {
  const beyond = repetition(suspect) - repetition(reference)
  return above(beyond, [0.4, 0.6])
}

function repetition(text: string): number {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length < ENOUGH_WORDS) return 0
  const groups = words.slice(3).map((_, at) => words.slice(at, at + 4).join(' '))
  return 1 - new Set(groups).size / groups.length
}

/** Answers to one prompt in one language share some of their words, and of one script many pairs of letters. */
const SHARED_WORDS = 0.05
const SHARED_PAIRS = 0.12
const ENOUGH_VOCABULARY = 20

function speaksOtherwise(suspect: string, reference: string): boolean {
  if (suspect.length < ENOUGH_CHARS || reference.length < ENOUGH_CHARS) return false
  const [one, other] = [vocabularyOf(suspect), vocabularyOf(reference)]
  const least = Math.min(one.size, other.size)
  if (least >= ENOUGH_VOCABULARY && one.intersection(other).size < SHARED_WORDS * least) return true
  return sharedPairs(suspect, reference) < SHARED_PAIRS
}

const vocabularyOf = (text: string) => new Set(text.toLowerCase().match(/\p{L}+/gu) ?? [])

function sharedPairs(suspect: string, reference: string): number {
  const [one, other] = [lettersOf(suspect), lettersOf(reference)]
  return [...one].reduce((sum, [letters, part]) => sum + Math.min(part, other.get(letters) ?? 0), 0)
}

/** How often each pair of neighbouring letters occurs. */
function lettersOf(text: string): Map<string, number> {
  const pairs = new Map<string, number>()
  const letters = text.toLowerCase().replace(/[^\p{L}]+/gu, ' ')
  for (let at = 1; at < letters.length; at++) {
    const pair = letters.slice(at - 1, at + 1)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1 / (letters.length - 1))
  }
  return pairs
}

/** Answers to different prompts that are one answer, where the reference's to the same prompts are not. */
function sameForAll(
  suspect: string,
  reference: string,
  others: readonly { suspect: string; reference: string }[],
): number {
  if (suspect.length < ENOUGH_CHARS) return 0
  const weights = others
    .filter((other) => other.suspect.length >= ENOUGH_CHARS)
    .map((other) => {
      const theModels = textSimilarity(reference, other.reference)
      return theModels >= ALIKE[0] ? 0 : above(textSimilarity(suspect, other.suspect), ALIKE)
    })
  return Math.max(0, ...weights)
}

/** The model is said to have ended where the reference's went on. */
function endsEarly(suspect: Answer, reference: Answer): number {
  if (!suspect.stopped || reference.text.length < 2 * ENOUGH_CHARS) return 0
  // One answer may well be short: length alone is never beyond what happens.
  return suspect.text.length < ENDS_EARLY * reference.text.length ? 1 : 0
}
