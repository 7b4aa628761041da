import type { Field } from '../../model/findings.ts'
import { foldCase } from '../../values/fold.ts'

/** What a sum at the foot of an invoice is. `due` is what remains to be paid, `lines` the goods before charges. */
export type SumKind = 'net' | 'tax' | 'gross' | 'due' | 'prepaid' | 'discount' | 'charge' | 'lines'

/** A printed sum: what its caption calls it, and the amount. */
export interface Sum {
  kind: SumKind
  value: number
  field: Field
  /** The words of the caption. */
  caption: string
}

export interface SumName {
  kind: SumKind
  /** How surely the words mean that and nothing else. */
  sureness: number
}

const TAX =
  '(?:sales tax|tax(?:es)?|vat|gst|hst|qst|pst|rst|tps|tvq|tvh|tvp|mwst|mw-st|ust|u-st|umsatzsteuer|mehrwertsteuer|versicherungs?steuer|steuer|steuern|tva|taxes?|btw|iva|igic|moms|mva|dph|alv|afa|ptu|arvonlisavero|merverdiavgift|podatek(?: vat)?|value[- ]added tax|output tax|igst|cgst|sgst)'
const GOING_BEFORE =
  '(?:plus|zzgl\\.?|zuzugl\\.?|zuzuglich|add|total|gesamt|summe|montant|somme|totaal|totale|estimated|state|city|county|local|provincial|federal|of which|davon|dont|di cui|waarvan|varav|heraf|herav|w tym|suma|\\+)'

/** Folded beginnings of a sum's caption, the more telling ones first. */
const NAMES: readonly (readonly [kind: SumKind, name: RegExp, sureness: number])[] = [
  [
    'discount',
    /^(?:gesamtbetrag der abschlage|total (?:discount|allowances?)|discount|rabatt|gesamtrabatt|nachlass|remise|rabais|escompte|korting|descuento|sconto|desconto|rabat|sleva|alennus)\b/,
    0.8,
  ],
  [
    'charge',
    /^(?:gesamtbetrag der zuschlage|tips?\b|gratuity|service charge|pourboire|trinkgeld|fooi|propina|mancia|gorjeta|total charges?\b(?! (?:before|this|for|excl|incl|due))|shipping|freight|delivery|postage|handling|carriage|versand|fracht|frakt|fragt|transport|frais|port(?= ?(?:et|de|du|\d|[(€$]|$))|livraison|verzend|gastos de envio|spedizione|envio|zuschlag|rounding|rundung|arrondi|oresavr|oresutj|afrunding|avrunding|pyoristys)/,
    0.8,
  ],
  [
    'prepaid',
    /^(?:(?:less )?(?:amount |already |total |fee |toll |fare )?(?:paid|prepaid)|less payments?|payments? (?:received|made)|deposit|prepayment|erhaltene anzahlung(?:en)?|anzahlung|bereits (?:gezahlt|bezahlt)|acomptes?|deja (?:paye|regle)|montant (?:paye|regle)|(?:reeds )?betaald|aanbetaling|anticipo|pagado|acconto|abz[uü]gl?\.? |abzuglich|(?:less:? )?(?:trust|retainer|retention|retainage|holdback)|maksettu|zap[lł]acono|uhrazeno|forskott|forskud)/,
    0.8,
  ],
  [
    'due',
    /^(?:(?:total )?(?:amount |balance |total )(?:now )?(?:due|payable|owing|outstanding)|due payable|balance$|please pay|total to pay|to pay|pay this amount|outstanding|zahlbetrag|(?:noch )?zu zahlen(?:der betrag)?|payable now|att betala|(?:sum |bel[oø]p )?a betale|(?:i alt )?(?:til|at) betal(?:ing|e)|do zap[lł]aty|(?:celk[eo]m )?k uhrade|total de plata|fizetendo(?: vegosszeg)?|balance in our favou?r|balance owing|maksettava(?: yhteensa)?|net to pay|zahlbarer betrag|(?:noch )?offener betrag|restbetrag|zahlungsbetrag|net a payer|solde(?: a payer| du)?|somme (?:a payer|due)|(?:montant|total|reste) (?:a payer|du|a regler)|(?:totaal )?te betalen|openstaand|(?:importe|total|cantidad) a pagar|(?:totale|netto|importo) (?:da pagare|a pagare|dovuto)|(?:total|valor) a pagar)\b/,
    0.9,
  ],
  [
    'lines',
    /^(?:positionssumme|summe (?:der )?positionen|warenwert|items? total|line total|goods total|total goods|mercadorias?)\b/,
    0.7,
  ],
  [
    'net',
    new RegExp(
      `^(?:(?:total|sub-?total|amount|sum|net|taxable|betrag|summe|gesamt\\p{L}*|rechnungssumme|totaal|bedrag|importe|montant) ?(?:amount |total |value )?\\(?(?:before ${TAX}|excl(?:uding|uded|\\.|usief)?|ex\\.?|net of|hors|h\\.?t\\.?(?![\\p{L}])|ohne|netto|net(?= |$)|without|exclusive|sin iva)|total (?:\\p{L}+ ){1,3}(?:before|excl\\p{L}*\\.?) ${TAX}|total work|total exclusive|untaxed amount|net$|zwischentotal|honorar netto|veroton|suma netto|razem netto|celkem bez|zaklad(?: dane| dph)?(?= ?\\d|$)|netto osszesen|base$|total h\\.?t\\.?v\\.?a|total net|net (?:total|amount|value|sum)|netto(?:betrag|summe|gesamt|wert|warenwert)?(?![\\p{L}])|summe netto|gesamt netto|nettogesamt\\p{L}*|taxable (?:amount|value|total)|base (?:imponible|ht|imposable)|(?:totale )?imponibile|exclusief btw|exkl|valor base)`,
      'u',
    ),
    0.9,
  ],
  [
    'tax',
    new RegExp(
      `^(?:${GOING_BEFORE} )?(?:\\d{1,2}(?:[.,]\\d{1,2})? ?%,? )?(?:${GOING_BEFORE} )?${TAX}(?: (?:total|gesamt|amount|totaal|totale|betrag|bedrag|collectee))?(?![\\p{L}-]?(?:id|nr|no|nummer|number|reg))`,
      'u',
    ),
    0.85,
  ],
  [
    'tax',
    new RegExp(
      `^(?:incl\\.?|inkl\\.?|including|includes) ${TAX}(?![\\p{L}]).*\\d|^(?:incl\\.?|inkl\\.?) \\d.{0,6}${TAX}`,
      'u',
    ),
    0.8,
  ],
  [
    'tax',
    /^(?:steuerbetrag|steuersumme|steuer gesamt|total taxes|montant (?:de la )?tva|(?:ust|mwst|btw|tax|vat|umsatzsteuer|mehrwertsteuer)[-. ]{0,2}(?:betrag|bedrag|amount|total|gesamt)|cuota(?: iva)?|importe iva|(?:totale )?imposta|totale iva|total iva|valor iva)/,
    0.9,
  ],
  [
    'gross',
    /^(?:(?:grand|invoice|order|gross|overall|final) total|final amount|valor total|total (?:current |new )?charges (?:this|for|incl\p{L}*)|gesamttotal|honorar gesamt|suma brutto|razem brutto|celkem s|total (?:amount|sum|invoice|price|ttc|incl\p{L}*|inkl\p{L}*|including|brutto|gross|facture|factura|geral|general|euro?|usd|cad|gbp|€|\$)|gesamtbetrag|gesamtsumme|gesamtpreis|gesamt(?: brutto| inkl\p{L}*)?$|rechnungs(?:betrag|summe|gesamtbetrag|beitrag)|endbetrag|endsumme|totaal ?bedrag|brutto(?:betrag|summe|gesamt|wert)?(?![\p{L}])|summe (?:inkl\p{L}*|brutto|gesamt)|montant (?:total|ttc)|t\.?t\.?c\.?|(?:totaal|bedrag) (?:incl\p{L}*|factuur|in)|factuur ?(?:totaal|bedrag)|inclusief btw|importe total|totale (?:fattura|documento|complessivo)|total de la facture|total de la factura|valor total|invoice amount|amount incl\p{L}*)/u,
    0.9,
  ],
  [
    'gross',
    /^(?:total|totaal|totale|totalt|gesamt|summe|summa|suma|razem|celkem|yhteensa|osszesen|amount|betrag)(?![\p{L}])/u,
    0.6,
  ],
  [
    'net',
    /^(?:(?:purchase )?sub[- ]?totals?|substotal|sous-?total|subtotaal|subtotale|zwischensumme|summe netto|total hors|gesamtbeitrag|nettopreis)/,
    0.75,
  ],
]

/** Captions that begin like a sum and are something else. */
const NO_SUM =
  /^(?:total (?:hours|qty|quantity|items|pages|weight|units|savings|due in)|(?:tax|vat|ust|umsatzsteuer|mwst|tva|btw|iva|gst|hst|qst|steuer)[-. ]{0,2}(?:id\b|ident|nr\b|no\b|nummer|number|reg|rate|satz|code|point|date|exempt|intra|client|%$|:? ?[a-z]{2} ?\d{4})|steuernummer|tax invoice|netto bis|net \d+|due date|balance forward|discount \d+ ?%? (?:if|within)|port\p{L}|transportkosten$)/u

/** The caption of a column of rates: `% IVA`, `Moms %`. */
const RATE = new RegExp(`^(?:% ?${TAX}|${TAX} ?%)$`)

/** What the caption names; undefined for anything that is no sum. */
export function sumName(caption: string): SumName | undefined {
  if (RATE.test(foldCase(caption))) return undefined
  const folded = foldCase(caption.replace(/<\/?\w{1,6}>/g, ''))
    .replace(/^[^\p{L}\d+]+/u, '')
    .replace(/^\+ (?=tips?\b|gratuity)/, '')
    .replace(/^(?:der |die |das |le |la |les |uw |factuur (?=totaal))/, '')
  if (folded === '' || folded.length > 70 || NO_SUM.test(folded)) return undefined
  const known = NAMES.find(([, name]) => name.test(folded))
  return known && { kind: known[0], sureness: known[2] }
}
