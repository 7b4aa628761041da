import { count, creditCount, ONE_CREDIT } from './count.ts'

/** What is said of credits bought, earned and spent. */
export const moneyWords = {
  yoursAlready: 'If it is yours already, `mkt earnings` lists it.',
  adopted: (host_id: string, gpu: string, balance: string) =>
    `${host_id} (${gpu}) is yours, with ${balance} to withdraw.`,
  price: (credits: string, amount: string, currency: string) => `${credits} for ${amount} ${currency}`,
  payBy: (purchase_id: string, price: string, time: string) =>
    `${purchase_id}: ${price}, to be paid by ${time}. Pay here:`,
  leftUnpaid: 'Nothing is lost: the page stays as it is, and `mkt purchases` shows it.',
  paid: (credits: bigint) => `Paid: ${creditCount(credits)} ${credits === ONE_CREDIT ? 'is' : 'are'} yours to spend.`,
  notInTime: 'was not paid in time',
  notPaid: 'could not be paid',
  payHere: (purchase_id: string, url: string) => `${purchase_id} can be paid here: ${url}`,
  noPurchases: 'No purchases yet: `mkt buy CREDITS` makes one.',
  noHost: 'You own no host: `mkt hosts adopt` takes one over by its key.',
  takeOut: 'Take it out: mkt withdraw --host ID --amount N --to DESTINATION, where credits is a destination as well',
  whatHostsHave: '`mkt earnings` lists your hosts and what each has.',
  toCredits: (credits: bigint, host: string, id: string) =>
    `${creditCount(credits)} of ${host} ${credits === ONE_CREDIT ? 'is' : 'are'} yours to spend now (${id}).`,
  withdrawn: (id: string, status: string, what: string, to: string) =>
    `${id} is ${status}: ${what} to ${to}. The operator pays it; see \`mkt withdrawals\`.`,
  entries: (entries: number) =>
    `${count(entries, 'entry', 'entries')}. What open jobs have set aside is in the balance.`,
  canSpend: (credits: string) => `You can spend ${credits}.`,
  needs: (least: string, tokens: string, price: string) =>
    `The job needs ${least} or more: ${tokens} at ${price} each or above; unused credits come back.`,
  lower: 'Lower --max-tokens, set a lower --max-price, or ask the operator of the marketplace for credits.',
  fewerTexts: 'Send fewer texts, set a lower --max-price, or ask the operator of the marketplace for credits.',
  noJobs: (from: string, to: string) => `No job of yours ended from ${from} on and before ${to}.`,
  neverAnswered: 'the answer to the same request of more than a day ago never came',
  seeFirst: (where: string) => `See with \`${where}\` whether it happened; --again makes another one.`,
  repeated: 'The answer to the same request never came: this repeats it, and makes no second one, as --again would.',
  notKept: (why: string) => `Warning: this request cannot be kept on disk: ${why}.`,
  lookFirst: (where: string) => `Where no answer comes, look at \`${where}\` before you repeat it.`,
  mayHaveHappened: (where: string) =>
    `It may have happened: \`${where}\` shows it. The same command again, within a day, makes it once in any case.`,
}
