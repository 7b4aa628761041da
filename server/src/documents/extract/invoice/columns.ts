import { foldCase } from '../../values/fold.ts'

/** What a column of a table of goods holds. `net`, `gross` and `amount` are the line's total in its three namings. */
export type ColumnKind =
  | 'position'
  | 'article'
  | 'date'
  | 'description'
  | 'quantity'
  | 'unit'
  | 'unit_price'
  | 'discount'
  | 'tax_rate'
  | 'tax'
  | 'net'
  | 'gross'
  | 'amount'
  /** A caption that names nothing known; figures under it belong to no other column. */
  | 'other'

/**
 * Captions of columns in en, de, fr, nl, es, it and pt, as folded text (extract/values/fold.ts), the more telling
 * ones first: `montant tva` is a tax although `montant` alone is an amount.
 */
const CAPTIONS: readonly (readonly [kind: ColumnKind, caption: RegExp])[] = [
  [
    'position',
    /^(?:pos(?:ition|ten)?\.?|#|no\.?|nr\.?|n°|lfd\.? ?nr\.?|ligne(?: fact)?|line|item (?:no|nr|#)\.?|regel|sl\.? ?no\.?|s\.?no\.?|linea|riga|lp\.?|rad|sl\.?|por\.? ?c\.?)$/,
  ],
  [
    'article',
    /^(?:item ?(?:code|number|id)|sku|(?:art(?:icle|ikel)?\.?-? ?(?:nr|no|nummer|number|code)\.?(?!.*(?:bezeichnung|omschrijving|designation|description)).*)|gtin|ean|ref(?:erence|\.)?|reference|codigo|codice|cod\.?|code(?: article)?|product ?(?:code|id|no\.?)|part ?(?:no|number)\.?|artikelcode|hsn(?:\/sac)?|sac|hs ?code|artnr\.?|varenr\.?|varenummer|stock code|clave|artigo|marks?)$/,
  ],
  ['date', /^(?:date|datum|fecha|data|service date|leistungsdatum|day)$/],
  [
    'discount',
    /\b(?:disc(?:ount)?|rabatt|remise|rem|korting|descuento|dto|sconto|nachlass|desconto|desc|rabat|rabatt|sleva)\b/,
  ],
  [
    'tax_rate',
    /(?:\b(?:tax|vat|gst|hst|mwst|ust|tva|btw|iva|steuer(?:satz)?|sales tax)\b.{0,3}(?:%|rate|-?satz|-?pct)|^(?:%|taux|tarief|satz|rate) ?(?:de )?(?:tax|vat|tva|mwst|ust|btw|iva|gst)|^steuersatz|^(?:% ?)?(?:mwst|ust|tva|btw|vat|iva|taxes|tax|gst|hst|impuesto|imposta|moms|mva|dph|alv|afa|aliquota|steuer|stawka vat|sazba(?: dph)?|umsatzsteuer|mehrwertsteuer)\.?(?:[ -]{0,2}[[(]?%[\])]?)?$|^tax code$|^taux(?: tva)?$)/,
  ],
  [
    'tax',
    /\b(?:(?:tax|vat|mwst|ust|btw|iva|gst)[ -]?(?:amount|amt|betrag|bedrag)|montant (?:tva|taxes?)|steuerbetrag|cuota|imposta|kwota vat|kwota podatku|valoare tva)\b/,
  ],
  [
    'unit_price',
    /(?:\b(?:unit|list|sales?) ?(?:price|cost|rate)|\bprice ?(?:per|\/|each)|einzel(?:preis|-?\/|betrag)?\b|stuckpreis|\be-?preis|\bep\b|\bprix ?(?:unit|u\b)|\bp\.? ?u\.?\b|\bprijs ?(?:per|\/)|stuksprijs|eenheidsprijs|precio ?(?:unit|u\b)|prezzo ?(?:unit|u\b)|preco ?unit|prix unitaire|valor unit|^(?:stunden)?satz$|\bcost\b|\beach\b|^rate\b|^(?:hourly )?rate$|^tariff?$|nettopreis|netto-?preis|preis pro|preis ?\/|unitario|\bpu\b|\ba-?(?:pris|hinta)\b|\benh(?:ets|eds)?\.?-?pris|\bstk\.? ?pris|^pris$|^cena(?: (?:netto|jedn\.?|jednostkowa|za mj|\/ ?mj))?$|^excl?\.? price$|^ansatz|yksikkohinta|\b(?:day|daily|bill(?:ing)?|hour|pay|nightly) ?rate\b|tagessatz|pret unitar|j\. ?cena|jednotkova cena|cijena|birim fiyat|egysegar|pr\. ?unit|p\. ?unit|\bprice \(|^unit price)/,
  ],
  [
    'unit',
    /^(?:unit|uom|einheit|einh\.?|me|unite|eenheid|unidad|unita|u\.?m\.?|enhet|enhed|yks\.?|yksikko|j\.?m\.?|mj|un\.?|unidade|unit for.*|mengeneinheit)$/,
  ],
  [
    'quantity',
    /(?:^|\b)(?:qty|quantity|quantities|hours?|hrs|std|menge|anzahl|stuckzahl|stuck|stk|stunden|quantite|qte|aantal|hoeveelheid|cantidad|cant|quantita|q\.?ta|quantidade|qtde?|qtd|antal|antall|lev\.? ant|ant|anz|ilosc|mnozstvi|maara|pcs|cantitate|mnozstvo|kolicina|miktar|days|nights|tage|nachte|jours|(?:reg|ot)\.? ?hrs|mennyiseg|units?|amount of units)\b|^number$/,
  ],
  [
    'net',
    /(?:\b(?:total|montant|prix|amount|betrag|summe|wert|importe|bedrag|price|gesamt) ?(?:\(?(?:h\.?t\.?|hors taxes?|net|netto|excl?\.?|ex\.?|ohne|before tax)\b)|\bnetto?(?:betrag|wert|summe|gesamt)?\b|\bnet (?:amount|total|value|price)\b|^entgelt$|ohne (?:ust|mwst)|exkl\.?|\bht\b|wartosc netto|\bexclusive total\b|bez dph|veroton|netto ertek)/,
  ],
  [
    'gross',
    /(?:\bbrutto(?:betrag|wert|summe)?\b|\bgross\b|\b(?:ttc|incl\.?|inkl\.?|incl btw)\b|wartosc brutto|\binclusive total\b|s dph|brutto ertek)/,
  ],
  [
    'amount',
    /\b(?:amount|line total|total|totals|ext(?:ended)?\.?(?: price| amount)?|betrag|gesamt(?:betrag|preis|summe)?|summe|wert|gp|montant|somme|bedrag|totaal|importe|importo|totale|g-?preis|subtotal|sub-total|zwischensumme|valor|positions-? ?betrag|regelbedrag|sum|bel[oø][pb]|wartosc|celkem|cena celkem|yhteensa|osszesen|valoare|iznos|znesek|tutar|suma)(?![\p{L}])|^value$/u,
  ],
  ['unit_price', /^(?:price|preis|prix|prijs|precio|prezzo|preco)\b/],
  [
    'description',
    /\b(?:descriptions?|item|items|product(?: name)?|products|service|services|details?|particulars|activity|bezeichnung|beschreibung|artikel(?:bezeichnung|omschrijving)?|leistung|text|produkt|ware|designations?|libelle|article|articles|prestations?|produit|omschrijving|concepto|descripcion|articulo|producto|descrizione|prodotto|descricao|title|goods|benamning|beskrivning|beskrivelse|nazwa|popis|tuote|kuvaus|megnevezes|nimike|vare(?:navn|tekst)?|denumire\p{L}*|oznacenie|nazov|opis|naziv|aciklama|employee|consultant|resource|lot|poste|what|task|charge|varubenamning|subscription|plan|material|work|gegenstand|position(?:stext)?)\b/u,
  ],
]

/** A table may say its currency in a caption: `Value (€)`, `Betrag EUR`, `Valoare -lei-`. */
const CURRENCY =
  /(?<=\p{L}.*)[\s([-]*(?:€|\$|£|eur|euro|usd|cad|gbp|chf|aud|nzd|sek|nok|dkk|pln|czk|huf|ron|lei|zar|aed|inr)[\s)\]-]*$/u

// Of what is read as a caption. The patterns look back over it, so what they cost grows with the square of its length.
const LONGEST_CAPTION = 60
const LONGEST_READ = 200

/** The kind of column that a caption names; undefined where it names none. */
export function columnKind(caption: string): ColumnKind | undefined {
  if (caption.length > LONGEST_READ) return undefined
  const folded = foldCase(caption)
    .replace(/(\p{L})- (?=\p{Ll})/gu, '$1')
    .replace(/[:*]+$/, '')
    .trim()
    .replace(CURRENCY, '')
  if (!/\p{L}|#|%/u.test(folded)) return undefined
  if (folded === '' || folded.length > LONGEST_CAPTION) return undefined
  return CAPTIONS.find(([, pattern]) => pattern.test(folded))?.[0]
}
