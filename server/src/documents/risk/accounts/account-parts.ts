/** A number that a country's banks print beside the IBAN that holds it. */
export interface AccountPart {
  called: 'bank' | 'account'
  /** As it stands in the IBAN. */
  plain: string
}

/** Where a part stands in an IBAN, by the IBAN registry of SWIFT: from one character to another. */
type Span = readonly [from: number, until: number]

/** Countries whose banks print the numbers of bank and account as the IBAN holds them. */
const SPANS: Readonly<Record<string, { bank: Span; account: Span }>> = {
  AT: { bank: [4, 9], account: [9, 20] },
  BE: { bank: [4, 7], account: [4, 16] },
  CH: { bank: [4, 9], account: [9, 21] },
  CZ: { bank: [4, 8], account: [14, 24] },
  DE: { bank: [4, 12], account: [12, 22] },
  DK: { bank: [4, 8], account: [8, 18] },
  ES: { bank: [4, 12], account: [14, 24] },
  FR: { bank: [4, 9], account: [14, 25] },
  GB: { bank: [8, 14], account: [14, 22] },
  IE: { bank: [8, 14], account: [14, 22] },
  IT: { bank: [5, 10], account: [15, 27] },
  NO: { bank: [4, 8], account: [4, 15] },
  PT: { bank: [4, 8], account: [12, 23] },
}

/** The bank's number and the account's out of a whole IBAN in capitals without blanks; none of other countries. */
export function partsOf(iban: string): AccountPart[] {
  const spans = SPANS[iban.slice(0, 2)]
  if (!spans) return []
  return (['bank', 'account'] as const).map((called) => ({ called, plain: iban.slice(...spans[called]) }))
}

const bare = (number: string) => number.replace(/^0+/, '')

/** Whether a number is a part of an IBAN, which fills it with leading noughts. */
export const isPart = (number: string, part: AccountPart) => bare(number) === bare(part.plain)

/** Whether a number that holds its bank's is of the bank of the IBAN. */
export const isOfBank = (number: string, account: AccountPart, bank: AccountPart) =>
  account.plain.startsWith(bank.plain) && number.length === account.plain.length && number.startsWith(bank.plain)

/** Whether a number has room where the IBAN has its account. */
export const hasRoom = (number: string, account: AccountPart) =>
  number.length <= account.plain.length && bare(number).length >= FEWEST_DIGITS

/** Fewer digits come to any number by chance. */
const FEWEST_DIGITS = 6
/** Of eight digits two are other ones; more, and it is another account. */
const FEW_OTHER = 0.34

/** Whether a number is a part of the IBAN but for a few digits: another account has hardly any in common. */
export function isNearly(number: string, part: AccountPart): boolean {
  const [one, other] = [bare(number), bare(part.plain)]
  if (one.length !== other.length || one.length < FEWEST_DIGITS || one === other) return false
  const off = Array.from(one).filter((digit, at) => digit !== other[at]).length
  return off <= FEW_OTHER * one.length
}
