/** An amount with two decimals, as any locale groups it. */
const AMOUNT =
  /^[-+(]?(?:[$€£]|CA\$|US\$)?[-(]?\d{1,3}(?:[.,'’]\d{3})*[.,]\d{2}\)?[-%]?$|^[-+(]?[$€£]?\d+[.,]\d{2}\)?[-%]?$/

/** Letters that Tesseract puts where a digit stands. */
const LOOKALIKES: Record<string, string> = {
  O: '0',
  o: '0',
  Q: '0',
  D: '0',
  l: '1',
  I: '1',
  '|': '1',
  ']': '1',
  '!': '1',
  i: '1',
  S: '5',
  s: '5',
  B: '8',
  Z: '2',
  z: '2',
}

/** How much of a reading's confidence remains after a correction. */
const CORRECTED = 0.8

export interface MendedNumeral {
  text: string
  confidence: number
  /** What was read, where that was mended. */
  readings?: readonly string[]
}

/**
 * Corrects what Tesseract takes for something else inside amounts, and only there: a letter among digits, a colon for
 * a point, a group separator that cannot be one. What is not an amount after that is left as it was read.
 */
export function mendNumeral(text: string, confidence: number): MendedNumeral {
  const bare = text.replace(/^[[\]|_'"‘’]+(?=[$€£\d(-])/, '').replace(/(?<=\d)[[\]|_'"‘’;:]+$/, '')
  if ((bare.match(/\d/g)?.length ?? 0) < 2) return { text, confidence }
  const digits = asDigits(asDollar(bare))
  // A last 1 may be taken for the side of a box: it is a digit where the cents have one too few without it.
  const walled = /\d[\]!]$/.test(text) ? asDigits(asDollar(text)) : bare
  for (const candidate of [
    bare,
    evenGroups(bare),
    asPoint(bare),
    digits,
    evenGroups(digits),
    walled,
    evenGroups(bare.replace(/(?<=[.,].*[.,]\d\d)[.,]$/, '')),
  ]) {
    if (!AMOUNT.test(candidate) || clashes(candidate)) continue
    if (candidate === text) return { text, confidence }
    return { text: candidate, confidence: confidence * CORRECTED, readings: [text] }
  }
  return { text: /^\d+$/.test(bare) ? bare : text, confidence }
}

// 1.513.42 is no amount in any locale.
function clashes(text: string): boolean {
  const signs = text.match(/[.,]/g) ?? []
  return signs.length > 1 && signs.slice(0, -1).some((sign) => sign === signs.at(-1))
}

function evenGroups(text: string): string {
  const match = /^(\D{0,3}\d{1,3}(?:[.,]\d{3})+)([.,])(\d{2}\D?)$/.exec(text)
  if (!match) return text
  const [, whole = '', point = '', cents = ''] = match
  return whole.replace(/[.,]/g, point === '.' ? ',' : '.') + point + cents
}

// 51:37 may be a time of the day only where its hours are.
function asPoint(text: string): string {
  const match = /^([$€£]?[\d.,]+)[:;](\d{2})$/.exec(text)
  if (!match || (/^\d{1,2}$/.test(match[1] as string) && Number(match[1]) < 24)) return text
  return `${match[1]}.${match[2]}`
}

/** Before an amount the letter is the sign of dollars: as a 5 it would make ten or a hundred times as much of it. */
const asDollar = (text: string) => text.replace(/^([-+(]?)S(?=[-(]?[\dOoQDlI|])/i, '$1$$')

function asDigits(text: string): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const digits = text.match(/\d/g)?.length ?? 0
  return letters > 2 || letters * 2 > digits ? text : asDigitsOnly(text)
}

/** With each sign that recognition takes a digit for as that digit: for places where nothing but digits stand. */
export function asDigitsOnly(text: string): string {
  return text.replace(/[OoQDlIi|\]!SsBZz]/g, (letter) => LOOKALIKES[letter] as string)
}
