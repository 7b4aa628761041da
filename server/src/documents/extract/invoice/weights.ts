/*
 * What the places where a party or its tax number may stand are worth, 0..1. They were set by hand so that the layouts
 * of test/documents/world-bills, real-papers and the generated invoices are read, and are held by them: only their
 * order counts, since confidences are fitted to what came true afterwards (calibration-table.ts).
 */

/** A name of a party by the place that it was found at. */
export const PARTY = {
  /** Less than this is left out: two mentions without a label reach it, one of them not. */
  least: 0.3,
  /** However many mentions agree, another name may be the right one. */
  most: 0.97,
  /** A label may name someone else's bank or agent; delivery addresses are often not the customer's. */
  label: { named: 0.9, customerName: 0.85, from: 0.85, payable: 0.7, delivery: 0.4 },
  senderLine: 0.8,
  window: 0.75,
  receiversFact: 0.6,
  footer: 0.4,
  /** Of two wordings of one name: a legal form outweighs the length of a longer wording. */
  shown: { legalForm: 0.4, character: 1 / 200 },
  /** An address without a label is either's; what else stands in it decides. */
  address: {
    vendor: 0.35,
    customer: 0.45,
    /** For each telephone, register or tax number in it, up to three: senders print theirs. */
    ownFact: { vendor: 0.12, customer: 0.1, most: 3 },
    /** In the head of the page, where letterheads are. */
    head: 0.15,
    /** A name set larger than the address under it is a letterhead. */
    large: 0.15,
    /** By a salutation or by whose label stands over it. */
    addressed: 0.3,
    /** Of a VAT number's country and the account's, where the page has numbers of two countries. */
    account: 0.3,
    /** Of several, the highest is rather the sender's. */
    highest: 0.12,
    /** At the foot there are payment slips, which repeat either party. */
    low: { vendor: 0.1, customer: 0.31 },
    least: 0.05,
  },
  /** Names at the head, the first one surest. */
  letterhead: { first: 0.38, next: 0.1, large: 0.15, bold: 0.08, legalForm: 0.2 },
} as const

/** Shares of a page's height. */
export const HEIGHT = { senderLine: 0.5, lowAddress: 0.4, head: 0.78, top: 0.88, footer: 0.2, taxFooter: 0.22 } as const

/** Who paid for a receipt stands at its head: one name there, its size and form, and its second mention. */
export const MERCHANT = {
  label: 0.85,
  first: 0.72,
  next: 0.15,
  large: 0.1,
  legalForm: 0.1,
  again: 0.1,
  foot: 0.65,
  least: 0.2,
} as const

/** A tax number's side: what its caption says, where it stands, and which name it stands under. */
export const TAX_ID = {
  start: 0.35,
  said: { vendor: 1, customer: 1.2 },
  foot: 0.6,
  ownFacts: 0.3,
  /** A customer has no foot and no facts of its own, so that nearness to its name is worth more. */
  nearCustomer: 1.6,
  above: 0.3,
  under: { near: 0.7, aside: 0.6 },
  /** A number of the EU form goes before a local one. */
  local: 0.8,
} as const

/** A letterhead's type, against the page's usual one, or against that of the address under it. */
export const LARGE = 1.25
