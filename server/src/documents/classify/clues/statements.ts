import { holds, phrases, within } from '../../vocabulary/compile.ts'
import { form, type TypeClues, title } from '../clue.ts'

const OPENING = holds('clue.opening_balance')
const CLOSING = holds('clue.closing_balance')

const MINIMUM = holds('card.minimum')

/** A card's number, most of it masked, by itself or behind a caption: a row names only its last figures. */
const CARD_NUMBER = new RegExp(
  '(?:^|[:.] ?|(?:karte|card|kart|tarjeta|carta|cartao|carte)\\p{L}* )' +
    '\\d{4}[ -]?(?:\\d\\d)?[x*•]{2,4}[ -]?[x*•]{4}[ -]?\\d{4}$',
  'mu',
)

/** Statements of bank accounts and cards. */
export const STATEMENTS: readonly TypeClues[] = [
  {
    type: 'BANK_STATEMENT',
    threshold: 4,
    clues: [
      form(-2, /\bkwh\b|meter read|current charges|amount due|compteur/),
      title(1.5, /\b(?:account|balance) summary\b/),
      title(1.5, /\b(?:ledger|transaction (?:report|history)|account (?:activity|history))\b/),
      title(
        3.5,
        new RegExp(
          `\\b${phrases('title.statement')} (?:account )?(?:e-?)?statement\\b|${phrases('title.account_statement')}`,
          'u',
        ),
      ),
      form(
        1.2,
        new RegExp(
          `statement ${phrases('clue.statement_period')}|(?:for the|account) period|period (?:covered|of statement)|` +
            'periode (?:du|de)|auszug(?:snummer|sdatum)?|zeitraum|periodo del?|za okres|\\bperiode\\b',
          'u',
        ),
      ),
      form(1.6, OPENING),
      form(1.6, CLOSING),
      form(0.7, within('clue.money_in')),
      form(0.7, within('clue.money_out')),
      form(0.5, /\bbalance\b|\bsaldo\b|\bsolde\b|kontostand/),
      form(0.5, holds('clue.account')),
      form(0.6, holds('clue.transactions')),
      form(0.5, holds('clue.bank')),
      form(0.3, holds('clue.bank_fees')),
      form(-3, MINIMUM),
      form(-1, /credit limit|limite de credit|verfugungsrahmen|kreditrahmen/),
      form(-1, CARD_NUMBER),
      title(-2.5, /\b(?:mastercard|visa|american express)\b/),
      title(-4, holds('title.loan')),
      title(-3, within('title.no_statement')),
    ],
  },
  {
    type: 'CREDIT_CARD_STATEMENT',
    threshold: 4.5,
    clues: [
      title(3, holds('title.card_statement')),
      form(2, MINIMUM),
      form(1.8, holds('clue.credit_limit')),
      form(1.5, holds('clue.available_credit')),
      form(1.2, holds('clue.credit_card')),
      form(1.2, CARD_NUMBER),
      form(1, holds('clue.card_due_date')),
      form(1, /annual (?:percentage|interest) rate|\bapr\b|taux d'interet annuel|interest charge/),
      form(1, /cash advances?|avances? de fonds|bargeld(?:bezug|abhebung)/),
      form(0.8, /previous (?:statement )?balance|solde precedent|alter saldo/),
      form(0.8, /new (?:statement )?balance|nouveau solde|neuer saldo/),
      form(0.5, /purchases|achats|late (?:payment|fee)|rewards|payments? and credits/),
      form(0.5, /transactions?|activity/),
      title(-3, /\b(?:earnings statement|pay statement|claim|price list|contract)\b/),
    ],
  },
]
