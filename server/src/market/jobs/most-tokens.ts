/** What stands before and around a prompt in a chat template, where its bytes leave room for it. */
const TEMPLATE_TOKENS = 32

/** Of languages that a vocabulary was not made for it has pairs of letters at least, and most short words. */
const LETTERS_PER_TOKEN = 2

/**
 * The most tokens that an engine makes of a text, with any vocabulary of pairs and words: a digit, a sign or a blank
 * each, but one blank before a word, which is part of it; two letters of a word; a letter of other alphabets; and what
 * stands in neither as bytes. Of English it is one and a half times what engines count. Pure.
 */
export function mostTokens(text: string): number {
  let tokens = TEMPLATE_TOKENS
  let run = 0
  let before = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isLetter(code) && !(isCapital(code) && isSmall(before))) run++
    else {
      tokens += ofWord(run)
      run = isLetter(code) ? 1 : 0
      if (run === 0) tokens += isJoined(code, text.charCodeAt(at + 1)) ? 0 : tokensOf(code)
    }
    before = code
  }
  return tokens + ofWord(run)
}

const ofWord = (letters: number) => (letters < LETTERS_PER_TOKEN ? letters : Math.floor(letters / LETTERS_PER_TOKEN))
const isCapital = (code: number) => code >= 65 && code <= 90
const isSmall = (code: number) => code >= 97 && code <= 122
const isLetter = (code: number) => isCapital(code) || isSmall(code)
const BLANK = 32
const isJoined = (code: number, next: number) => code === BLANK && next > BLANK

/** By units of UTF-16: two of one character are its four bytes, and signs of Asia may be two tokens. */
const tokensOf = (code: number) => (code < 0x800 ? 1 : 2)
