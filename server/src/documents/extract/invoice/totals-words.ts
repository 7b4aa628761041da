import { foldCase } from '../../values/fold.ts'
import type { Piece } from './pieces.ts'
import { sumName } from './sum-words.ts'

const TOTALS_WORD =
  /^(?:(?:sub|grand|net|invoice|order|total)?[- ]?totals?\b|sous[- ]?total|zwischensumme|summe\b|gesamt|netto\b|nettobetrag|nettosumme|brutto(?:betrag|summe)?\b|rechnungs(?:betrag|summe)|endbetrag|positionssumme|ubertrag|carried forward|brought forward|balance (?:due|forward)|amount due|amount paid|montant (?:total|ht|ttc|du)|net a payer|base (?:imponible|ht)|subtotaal|totaal|bedrag (?:incl|excl)|te betalen|importe total|imponibile|totale|valor total|(?:plus |zzgl\.? |zuzugl\.? |zuzuglich )?(?:sales )?(?:tax|vat|mwst|ust|umsatzsteuer|mehrwertsteuer|tva|btw|iva|gst|hst|qst|pst|tps|tvq)\b|discount\b|less discount|substotal|rabais|rechnungsrabatt|globalrabatt|gesamtrabatt|betaald|paid\b|payment received|deposit\b|acompte|anzahlung|w tym\b|razem\b|suma\b|celkem\b|yhteensa\b|zwischentotal|untaxed amount|net$)/

/** What a page's goods come to, said at its end and again where the next begins. */
const CARRIED =
  /^(?:ubertrag|carr(?:y|ied)[- ]?(?:over|forward)|brought forward|a reporter|report(?: page \S+)?$|riporto|a riportare|transporte$|suma y sigue|transporteras|overfort|do przeniesienia|z przeniesienia|transport \S+$)/

export function isCarried(texts: readonly Piece[]): boolean {
  return texts.some(({ text }) => CARRIED.test(foldCase(text)))
}

/** Whether a line of a table is a sum of it, and no goods: named as one, and neither counted nor priced. */
export function isTotalsLine(texts: readonly Piece[], counts: number): boolean {
  if (counts > 1) return false
  return texts.some(({ text, words }) => {
    const folded = foldCase(text).replace(/^[^\p{L}]+/u, '')
    const named = counts === 0 ? sumName(text)?.kind : undefined
    return (
      (named !== undefined && named !== 'charge' && named !== 'discount') ||
      TOTALS_WORD.test(folded) ||
      (counts === 0 && words.length <= 4 && SUM_WITHIN.test(folded))
    )
  })
}

const SECTION =
  /^(?:(?:umsatzsteuer|mehrwertsteuer|mwst|ust|steuer|tax|vat|btw|iva)[- .]{0,2}(?:aufschlusselung|ubersicht|breakdown|summary|details?|analysis|specificatie)|detail (?:de la )?tva|recapitulatif|belegsummen|zu- und abschlage|zahlungs|zahlbar|payment (?:terms|method|details|info|instructions)|conditions (?:de|of)|bank (?:details|account|information)|terms (?:and|&) conditions|bemerkung|gesamtbetrage)/

/** Whether a text opens what comes after the goods: the tax table, the sums, how to pay. */
export function opensNextSection(text: string): boolean {
  return SECTION.test(foldCase(text))
}

/** Whether a line takes something off the whole, or puts it on: priced, and neither counted nor goods. */
export function isAllowance(texts: readonly Piece[], counts: number): boolean {
  return counts === 0 && texts.some(({ text }) => ALLOWANCE.test(foldCase(text)) || sumName(text)?.kind === 'charge')
}

/** What is taken off or put on the whole, priced but not counted. */
const ALLOWANCE = /^(?:remise|rabatt|nachlass|zuschlag|abschlag|korting|charge|allowance|skonto|less)\b/

/** A sum's name in a short text that may have other words before it: `Factuur totaal EUR`. */
const SUM_WITHIN = /\b(?:totaal|total|subtotal|summe|gesamt|nettobetrag|bruttobetrag|totale)\b/
