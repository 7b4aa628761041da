import { holds, phrases, within } from '../../vocabulary/compile.ts'
import { anyOf, PAPERS } from '../../vocabulary/papers.ts'
import { anywhere, form, type TypeClues, title } from '../clue.ts'

/** Titles of papers that look like one of these and are none. */
const NO_INVOICE = within('title.no_invoice')

/** What calls itself a bill of electricity, gas or water is one, whatever else an invoice has too. */
const UTILITY = anyOf(PAPERS.flatMap(({ type, titles }) => (type === 'UTILITY_BILL' ? titles : [])))

/** A heading that is nothing but the name of a receipt says what the paper is, whatever invoice it speaks of. */
const RECEIPT_BY_NAME = holds('title.receipt_alone')

/** A heading or caption for numbers of receipts (`Receipt no.`) does not say that the paper is one. */
const RECEIPT = new RegExp(`${within('title.receipt').source}(?! ?(?:no|nr|num|number|id|#|n[°º])\\.? ?:?$)`, 'u')

/**
 * A line that begins with what the paper is called and its number (`Rechnung Nr. 12/2024 Datum ...`) and goes on with
 * words, however long: rows of a ledger name a paper and its amount.
 */
const numbered = (concept: 'title.invoice' | 'title.receipt') =>
  new RegExp(`^${phrases(concept)} ?(?:${phrases('number', 'paper.number')})[.:]? *\\S*\\d(?=.*\\p{L}{4})`, 'mu')

/** What the paper is called with its number, and nothing else on the line: `Invoice FM-4182`. */
const called = (concept: 'title.invoice' | 'title.receipt') =>
  new RegExp(`^${phrases(concept)} ?[a-z]{0,5}[-/]?\\d[\\w/-]*$`, 'mu')

/** Invoices and receipts in English, French, German, Spanish, Italian and Dutch. */
export const MONEY_PAPERS: readonly TypeClues[] = [
  {
    type: 'INVOICE',
    threshold: 4,
    clues: [
      title(4, within('title.invoice')),
      form(1, numbered('title.invoice')),
      form(1, called('title.invoice')),
      title(-3.5, NO_INVOICE),
      title(-3.5, RECEIPT_BY_NAME),
      title(-2.5, UTILITY),
      form(1.5, holds('clue.invoice_number')),
      form(1.2, holds('clue.bill_to')),
      form(1, holds('clue.amount_due')),
      form(0.8, holds('clue.payment_terms')),
      form(0.8, holds('clue.subtotal')),
      form(0.8, holds('clue.sales_tax')),
      form(0.8, holds('clue.unit_price')),
      form(0.6, /\bremit\b|wire (?:transfer|instructions)|payable to|bank transfer/),
      form(0.5, holds('clue.bank_details')),
      form(0.6, holds('clue.customer_number')),
      form(0.7, holds('clue.tax_number')),
      form(1.3, holds('clue.bill_period')),
      title(1.5, /\b(?:bill(?! (?:date|to|no|number)\b)|statement of charges)\b/),
    ],
  },
  {
    type: 'RECEIPT',
    threshold: 4,
    clues: [
      title(4, RECEIPT),
      title(1, RECEIPT_BY_NAME),
      form(1.5, numbered('title.receipt')),
      title(2.5, /^you (?:have )?(?:paid|sent)\b.*\d/),
      title(1.5, /^thank(?:s| you) for your (?:purchase|order)/),
      form(0.8, /^order (?:summary|#|number|details)/m),
      form(0.8, /^merchant$/m),
      title(-3.5, NO_INVOICE),
      title(-4, /recibo .{0,40}(?:salarios?|nomina)/),
      title(-2, /attached|receipts? (?:required|attached)/),
      form(1.5, holds('clue.receipt_number')),
      form(1, within('clue.till')),
      form(1, within('clue.change')),
      form(0.9, holds('clue.card_payment')),
      form(1, /\btips?\b|gratuity|trinkgeld|pourboire/),
      anywhere(0.7, /thank you|merci de votre|vielen dank|danke fur|gracias|grazie/),
      form(0.5, /sub-?total|zwischensumme|sous-?total/),
      form(0.4, /\btotal(?:e|t)?\b|\btotaal\b|\bsumme\b|\bsuma\b|\bsumma\b|gesamt/),
      form(0.6, /\b\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?\b/),
      form(1.2, /chip read|pin verified|\baid\b|\btvr\b|\btsi\b|entry method|swiped|card type/),
      form(0.8, holds('clue.take_away')),
      anywhere(0.8, holds('clue.thanks')),
      form(0.5, /\d[./-]\d{2,4}[ ,]{1,3}\d{1,2}:\d\d/),
      form(0.8, /(?:[x*•·]{4}[ -]?){1,4}\d{4}\b/),
      form(1.3, holds('clue.fuel')),
      form(1.8, holds('clue.hotel')),
      form(0.8, /\barrival\b|\bdeparture\b|check-?in|check-?out|anreise|abreise/),
      form(1.2, /\b(?:trip|ride|base) fare\b|\bfare\b|\bride time\b|\bunlock fee\b/),
      anywhere(
        1.2,
        /(?:^|\n)you (?:paid|sent) .*\d|thanks for (?:riding|ordering|shopping|tipping|your (?:order|purchase))/,
      ),
      anywhere(1.5, /(?:retain|keep) (?:your|this|the) receipt|receipt (?:for|is required for)/),
      anywhere(1.5, /(?:here is|here's|this is|view) your receipt/),
      form(
        1.6,
        /^(?:total )?paid (?:in full )?(?:by|with|in) (?:card|cash|visa|master ?card|amex|debit|credit|eftpos|apple)/m,
      ),
      // Tills of some countries head their slips `Tax invoice`.
      form(
        3,
        /^(?:eftpos|(?:cash )?change(?: due)?|(?:visa|mastercard)(?: debit| credit)?)[ :]*-?[$£€]? ?\d+[.,]\d\d$/m,
      ),
      form(0.8, /total to pay|balance to pay|total paid|total sale|total charged/),
      form(2, /(?:merchant|customer|cardholder|guest) copy|kundenbeleg|handlerbeleg/),
      form(0.5, /\b(?:store|shop|filiale|magasin) ?(?:#|no|nr|n°)?/),
    ],
  },
]
