import { around } from '../../model/box.ts'
import type { Word } from '../../model/page.ts'
import type { AmountStyle } from '../../values/amount.ts'
import { type AmountAt, findAmounts } from '../../values/amount-style.ts'

export const isMoney = ({ decimals, currency }: AmountAt) => decimals >= 2 || currency !== undefined

/** Amounts of a run of words, shares in percent left out. */
export function moneyOf(words: readonly Word[], style: AmountStyle): AmountAt[] {
  const plain = words.map(withoutMarkup).filter((word, index) => {
    const next = words[index + 1]
    const isShare = /%/.test(word.text) || (next !== undefined && /^%/.test(next.text))
    return !isShare
  })
  return findAmounts(joinTorn(plain), { style })
}

// `061,63` is the end of a number: recognition put its beginning too far off.
function joinTorn(words: readonly Word[]): Word[] {
  const kept: Word[] = []
  for (const word of words) {
    const last = kept.at(-1)
    if (last && /^0\d\d[.,]\d\d$/.test(word.text) && /^\D?\d{1,3}$/.test(last.text))
      kept[kept.length - 1] = { ...word, text: `${last.text}${word.text}`, box: around([last.box, word.box]) }
    else kept.push(word)
  }
  return kept
}

// Templates leak their tags: `<b>$12.00</b>`.
function withoutMarkup(word: Word): Word {
  return /<\/?\w{1,6}>/.test(word.text) ? { ...word, text: word.text.replace(/<\/?\w{1,6}>/g, '') } : word
}
