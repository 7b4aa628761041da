import { form, type TypeClues, title } from '../clue.ts'

const OPENING =
  /(?:opening|beginning|starting|previous|initial) (?:ledger )?balance|balance (?:brought )?forward|balance b\/f|(?:alter|anfangs)[- ]?(?:konto)?(?:stand|saldo)|solde (?:initial|precedent|d'ouverture|anterieur)|ancien solde|saldo (?:inicial|anterior|iniziale|precedente|poczatkowe)|(?:begin|vorig )saldo|(?:in|inn|ind)gaende saldo/
const CLOSING =
  /(?:closing|ending|final) (?:ledger )?balance|balance (?:carried )?forward|balance c\/f|(?:neuer|end)[- ]?(?:konto)?(?:stand|saldo)|(?:nouveau solde|solde (?:final|de cloture))|saldo (?:final|finale|koncowe|atual)|(?:eind|nieuw )saldo|utgaende saldo/

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
        /\b(?:bank|bank account|account|checking|chequing|savings|current account|consolidated|combined|deposit account|banking) (?:account )?(?:e-?)?statement\b|statement of (?:bank )?accounts?|e-?statement|kontoauszug|releve (?:de compte|bancaire)|estado de cuenta|extracto (?:bancario|de cuenta)|estratto conto|rekeningafschrift|rekeningoverzicht|extrato (?:de conta|bancario|mensal)|wyciag (?:z rachunku|bankowy)|kontoutdrag|kontoutskrift|kontoudtog|kontoudskrift|tiliote/,
      ),
      form(
        1.2,
        /statement (?:period|date|from|for|no|number|cycle|begins|dates)|(?:for the|account) period|period (?:covered|of statement)|periode (?:du|de)|auszug(?:snummer|sdatum)?|zeitraum|periodo del?|za okres|\bperiode\b/,
      ),
      form(1.6, OPENING),
      form(1.6, CLOSING),
      form(
        0.7,
        /\b(?:deposits?|credits?|paid in|money in|gutschriften|haben|depots?|versements?|abonos|accrediti|bijgeschreven|uznan(?:ia)?|insattningar?|entradas?)\b/,
      ),
      form(
        0.7,
        /\b(?:withdrawals?|debits?|paid out|money out|lastschriften|soll|retraits?|checks? paid|cheques?|cargos|addebiti|afgeschreven|obciazen(?:ia)?|uttag|saidas?)\b/,
      ),
      form(0.5, /\bbalance\b|\bsaldo\b|\bsolde\b|kontostand/),
      form(
        0.5,
        /account (?:number|no|type|holder|name)|kontonummer|konto-?nr|numero de compte|rekeningnummer|(?:numer|nr) rachunku|numero (?:de|da|di) (?:cuenta|conta|conto)|\biban\b|sort code|routing|transit/,
      ),
      form(
        0.6,
        /transactions?|activity|transaktionen|buchung|umsatze|operations?|operacji|lancamentos|movimientos|movimenti|belopp/,
      ),
      form(0.5, /\bbank\b|banque|credit union|sparkasse|\bbranch\b|volksbank|caisse|\bbanc[ao]\b|\bagencia\b|banken\b/),
      form(0.3, /overdraft|interest (?:earned|paid|rate)|service (?:fee|charge)|annual percentage yield/),
      form(-3, /minimum (?:payment|amount)|paiement minimum|mindest(?:betrag|zahlung)|pago minimo/),
      form(-1, /credit limit|limite de credit|verfugungsrahmen|kreditrahmen/),
      title(-2.5, /\b(?:mastercard|visa|american express)\b/),
      title(
        -4,
        /\bamorti[sz]ation\b|loan (?:schedule|ledger|history)|(?:repayment|payment) schedule|tilgungsplan|tableau d'amortissement/,
      ),
      title(
        -3,
        /\b(?:earnings statement|pay statement|invoice|claim|rent ledger|price list|contract|income statement|balance sheet)\b/,
      ),
    ],
  },
  {
    type: 'CREDIT_CARD_STATEMENT',
    threshold: 4.5,
    clues: [
      title(
        3,
        /credit card statement|card statement|carte de credit|(?:mastercard|visa|karten?)-?(?:abrechnung|umsatz)|releve (?:de carte|(?:de compte )?(?:mastercard|visa))|kreditkarten(?:abrechnung|auszug|rechnung)|estado de cuenta de tarjeta|estratto conto carta/,
      ),
      form(2, /minimum (?:payment|amount)|paiement minimum|mindest(?:betrag|zahlung)|pago minimo/),
      form(1.8, /credit (?:limit|line)|limite de credit|kreditlimit|kreditrahmen|verfugungsrahmen|limite de credito/),
      form(1.5, /available credit|credit available|credit disponible|credito disponible|verfugbarer kredit/),
      form(
        1.2,
        /credit card|carte de credit|kreditkarte|mastercard|\bvisa\b|american express|\bamex\b|card ?(?:member|holder)|\bcard (?:number|ending)/,
      ),
      form(1, /payment due date|date limite de paiement|falligkeitsdatum/),
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
