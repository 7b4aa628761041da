import type { Language } from './tesseract.ts'

const FREQUENT: Record<Language, RegExp> = {
  eng: /^(the|of|and|to|in|is|for|with|on|your|from|by|this|date|total|amount|tax|name|number|address|paid|income|employee|employer|payment|account|pay|box)$/i,
  fra: /^(le|la|les|des|du|une|un|et|est|pour|que|dans|sur|avec|au|par|vous|nous|votre|nom|montant|imp.t|revenu|revenus|numéro|compte|facture|adresse|année|employé|employeur|cotisations|d'emploi|prix|quantit.|libell.|modalit.s|paiement|jours|.ch.ance|unitaire|taux|heures|retenues|solde|rue|aux)$/i,
  deu: /^(der|die|das|und|ist|von|zu|den|mit|für|fur|auf|dem|nicht|ein|eine|des|im|wir|sie|ihre|rechnung|betrag|konto|steuer|mwst|kunde|datum|menge|preis|summe|gesamt|lieferung|name|nummer|straße|zahlung|kontonummer|bruttobetrag|netto|brutto|gmbh|ust|zahlbar|innerhalb|tagen?|pos|artikel|einheit|st.ck|\p{L}{4,}(ung|nummer|nr|betrag|preis|datum|summe|stra.e))$/iu,
}

/** A page with this share of French among its frequent words is bilingual. */
const BILINGUAL = 0.15

/**
 * The language that most frequent words belong to; undefined where there are too few to tell. English wins a draw, but
 * a page in English and French is French: that data reads English as well, and English data no accents.
 */
export function languageOf(words: readonly { text: string }[]): Language | undefined {
  const counts = { eng: 0, fra: 0, deu: 0 }
  const french = new Set<string>()
  for (const { text } of words) {
    const word = text.replace(/^\P{L}+|\P{L}+$/gu, '')
    for (const language of ['eng', 'fra', 'deu'] as const) if (FREQUENT[language].test(word)) counts[language]++
    if (FREQUENT.fra.test(word)) french.add(word.toLowerCase())
  }
  const [first, second] = (['eng', 'fra', 'deu'] as const).toSorted((a, b) => counts[b] - counts[a])
  if (!first || !second || counts[first] < 3) return undefined
  if (first === 'eng' && french.size >= 3 && counts.fra >= BILINGUAL * counts.eng) return 'fra'
  return first === 'deu' && counts.deu < 1.3 * counts.eng ? 'eng' : first
}
