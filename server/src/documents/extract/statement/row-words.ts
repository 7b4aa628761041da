/** Rows that are no transactions, and the headings of sections, in folded text. */

const OPENING =
  /^(?:(?:opening|beginning|starting|start|previous|prior|initial|last)\b(?: \w+){0,2} balance|balance (?:brought|last|from (?:last|previous))|(?:balance )?(?:brought forward|b\/f\b|b\/fwd|bf\b)|balance forward|solde (?:d'ouverture|precedent|initial|reporte|anterieur|au debut)|ancien solde|report\b|anfangs(?:saldo|bestand)|alter (?:konto)?(?:stand|saldo)|saldovortrag|(?:saldo-?)?vortrag|saldo (?:anterior|inicial|iniziale|precedente|poczatkowe)|(?:vorig|begin|primo) ?saldo|saldo (?:primo|overf(?:o|ø)rt)|devreden bakiye|(?:in|inn|ind)gaende saldo)/

const CLOSING =
  /^(?:(?:closing|ending|end|final|new|current|statement)\b(?: \w+){0,2} balance|end of day balance|(?:total )?balance (?:carried|at end)|(?:balance )?(?:carried forward|c\/f\b|c\/fwd|cf\b)|solde (?:de cloture|final|de fermeture|a reporter|actuel|en fin)|nouveau solde|end(?:saldo|bestand)|neuer (?:konto)?(?:stand|saldo)|schlusssaldo|saldo (?:final|actual|finale|atual|koncowe)|(?:nieuw|eind|ultimo) ?saldo|saldo ultimo|utgaende saldo)/

/** A balance of a day, which its place says whether it is the first or the last. */
const STAND =
  /^(?:kontostand (?:am|per|vom|zum)|saldo (?:am|per|vom|zum|al|a)\b|solde (?:crediteur|debiteur)?(?: ?(?:au|en euros au))|(?:account )?balance (?:on|as (?:of|at)) \d)/

const CARRIED = /^(?:ubertrag|a reporter|report de la page|(?:sub-?total|page total|continued)\b)/

const TOTAL =
  /^(?:[^:]{3,60}: )?(?:grand |montant )?(?:sub)?(?:-|\b)?(?:totals?|totaux|totale|totaal|totali|summen?|summa|suma|razem|umsatz(?:summe|total)|gesamt\w*|net (?:change|movement|amount))\b/

export type RowKind = 'opening' | 'closing' | 'stand' | 'carried' | 'total' | 'entry'

/** What a row's description says that it is. */
export function rowKind(text: string): RowKind {
  if (CARRIED.test(text)) return 'carried'
  if (OPENING.test(text)) return 'opening'
  if (CLOSING.test(text)) return 'closing'
  if (STAND.test(text)) return 'stand'
  return TOTAL.test(text) ? 'total' : 'entry'
}

export type Section = 'deposit' | 'withdrawal' | 'none' | 'daily'

/** What may follow the words that name a section. A bank may be called `Crédit` something. */
const TAIL =
  "(?:[\\s,:/&()-]+(?:in|number|order|cleared|posted|and|et|und|other|autres?|additions|credits?|debits?|subtractions|deposits?|withdrawals?|payments?|purchases|depots|retraits|paid|details?|transactions?|operations|adjustments|continued|suite|charges|fees|frais|interest|received|made|this|period|from|your|account|activity)(?:'d)?)*[\\s:()-]*$"

const section = (pattern: RegExp): RegExp => new RegExp(pattern.source + TAIL)

const SECTIONS: readonly (readonly [Section, RegExp])[] = [
  ['daily', /^(?:(?:end of day|ending|average)?\s?daily\b.*balance|soldes? (?:quotidiens?|journaliers?)|tagessald)/],
  [
    'none',
    /^(?:account activity|transactions?\b|transaction (?:details?|history)|activity|operations|umsatze|details)\b[\w\s]{0,30}$/,
  ],
  [
    'deposit',
    section(
      /^(?:your |other |total )?(?:deposits?|credits?|additions|payments? (?:and|&|\/) ?(?:other )?credits|payments?(?: received)?|money in|receipts|refunds|returns|depots?|versements|credits|paiements?|gutschriften|einzahlungen|zahlungseingange|abonos|depositos|ingresos)\b/,
    ),
  ],
  [
    'withdrawal',
    section(
      /^(?:your |other |electronic |atm |card |online |total )*(?:withdrawals?|debits?|checks?|cheques?|money out|fees|service (?:fees|charges)|purchases?|charges|interest charged|cash advances|payments out|atm withdrawals|subtractions|retraits?|debits|achats|frais|prelevements|belastungen|lastschriften|auszahlungen|entgelte|umsatze|cargos|retiros)\b/,
    ),
  ],
]

/** The section that a line without figures opens; undefined for any other text. */
export function sectionOf(text: string): Section | undefined {
  const words = text.split(' ').length
  if (words > 7) return undefined
  return SECTIONS.find(([, pattern]) => pattern.test(text))?.[0]
}
