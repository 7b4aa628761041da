import type { PageLayout } from '../../model/layout.ts'
import type { AmountStyle } from '../../values/amount.ts'
import { findAmounts } from '../../values/amount-style.ts'
import { phrases, within } from '../../vocabulary/compile.ts'
import type { Candidate } from '../labels/candidate.ts'
import type { LabelAt } from '../labels/find-labels.ts'
import type { Label } from '../labels/label.ts'
import { nearestCandidates } from '../labels/nearest-labelled.ts'
import type { ValueReader } from '../labels/value-reader.ts'
import { balanceValue } from './balances.ts'

export type SummaryField =
  | 'opening_balance'
  | 'closing_balance'
  | 'total_deposits'
  | 'total_withdrawals'
  /** A balance that only its day tells whether it is the first or the last. */
  | 'dated_balance'
  /** Names that columns bear as well: believed only where the sum is that of the rows. */
  | 'bare_deposits'
  | 'bare_withdrawals'

const OPENING: Label[] = [
  within('balance.opening'),
  "solde d'ouverture",
  'solde precedent',
  'solde du releve precedent',
  'solde initial',
  'solde de depart',
  'ancien solde',
  'solde anterieur',
  'anfangssaldo',
  'anfangsbestand',
  'alter kontostand',
  'alter saldo',
  'saldo letzte abrechnung',
  'saldovortrag',
  'saldo anterior',
  'saldo inicial',
  'saldo iniziale',
  'saldo precedente',
  'vorig saldo',
  'beginsaldo',
  'saldo overført',
  'saldo primo',
  'primosaldo',
  'devreden bakiye',
  'saldo vorig overzicht',
  'saldo poczatkowe',
  'ingaende saldo',
  'inngaende saldo',
  'indgaende saldo',
  'balance forward',
  'solde au debut',
]

const CLOSING: Label[] = [
  new RegExp(`\\b${phrases('balance.closing')}(?: \\w+)? bal(?:ance)?\\b`, 'u'),
  /\b(?:your )?(?:total )?new(?: statement| account)? balance\b/,
  'statement balance',
  'balance at end of period',
  'balance this statement',
  /\btotal balance carried forward\b/,
  'solde de cloture',
  'solde de fermeture',
  'nouveau solde',
  'solde final',
  'endsaldo',
  'endbestand',
  'neuer kontostand',
  'neuer saldo',
  'saldo final',
  'saldo actual',
  'saldo finale',
  'saldo atual',
  'nieuw saldo',
  'eindsaldo',
  'saldo ultimo',
  'ultimosaldo',
  'saldo koncowe',
  'utgaende saldo',
  'utgaaende saldo',
  'schlusssaldo',
  'solde actuel',
  'current balance',
  'solde en fin de periode',
  'total balance',
  'total amount due',
  'amount due',
  'account balance',
]

const DEPOSITS: Label[] = [
  within('sum.deposits'),
  /\b(?:deposits?|credits?) (?:and (?:other )?credits )?totall?ing\b/,
  'total deposits',
  /\btotal (?:des )?(?:depots|credits|versements)\b/,
  /\b(?:total des )?paiements et credits\b/,
  'zahlungen und gutschriften',
  'totaal bijgeschreven',
  'totale accrediti',
  'totale entrate',
  'suma uznan',
  'suma wplywow',
  'summa insattningar',
  'total de creditos',
  /\bdepositos ?\/ ?abonos\b/,
]

const WITHDRAWALS: Label[] = [
  within('sum.withdrawals'),
  /\b(?:withdrawals?|debits) (?:and (?:other )?debits )?totall?ing\b/,
  /\btotal (?:des )?(?:retraits|debits)\b/,
  /\b(?:total des )?achats et (?:debits|autres frais)\b/,
  'totaal afgeschreven',
  'totale addebiti',
  'totale uscite',
  'suma obciazen',
  'suma wydatkow',
  'summa uttag',
  'total de debitos',
  /\bretiros ?\/ ?cargos\b/,
]

const DATED: Label[] = [within('balance.dated'), /\bsolde(?: crediteur| debiteur)? au\b/]

const LABELS: Readonly<Record<SummaryField, Label[]>> = {
  opening_balance: OPENING,
  closing_balance: CLOSING,
  total_deposits: DEPOSITS,
  total_withdrawals: WITHDRAWALS,
  dated_balance: DATED,
  bare_deposits: [within('sum.deposits.bare')],
  bare_withdrawals: [
    within('sum.withdrawals.bare'),
    /\b(?:new )?(?:purchases|charges|transactions)\b|\b(?:what )?you(?:'ve)? spent\b|\bachats\b/,
  ],
}

const NOT_THESE: Label[] = [new RegExp(`\\b${phrases('balance.other')}(?: \\w+){0,2} balance\\b`, 'u')]

/** Every amount that stands to a label of the field, the surest first. */
export function findSummary(
  pages: readonly PageLayout[],
  field: SummaryField,
  style: AmountStyle,
  card: boolean,
): Candidate[] {
  const found = nearestCandidates(pages, {
    labels: LABELS[field],
    except: NOT_THESE,
    read: readerOf(field, style, card),
  })
  return found.filter(({ label }) => label.leads || isCounted(label))
}

/** How many there were may stand before what they come to (`3 deposits/credits`). */
function isCounted({ line, words }: LabelAt): boolean {
  const [first] = words
  const segment = line.segments.find((each) => first && each.words.some(({ order }) => order === first.order))
  const before = segment?.words.filter(({ box }) => first && box[2] <= first.box[0] + 0.1) ?? []
  return before.length === 1 && /^\d{1,4}$/.test(before[0]?.text ?? '')
}

// Dates, counts and rates stand beside the labels too, so an amount needs cents or a currency.
function readerOf(field: SummaryField, style: AmountStyle, card: boolean): ValueReader {
  const balance = field.endsWith('balance')
  return (words) => {
    const amounts = findAmounts(words, { style })
    const amount = amounts.find(({ decimals }) => decimals === 2) ?? amounts.find(({ currency }) => currency)
    if (!amount) return undefined
    const value = balance ? balanceValue(amount, card) : amount.value
    return { value, words: amount.words, certainty: amount.certain ? 1 : 0.7 }
  }
}
