import { count } from './quantity.ts'

/** What is said of a price beside those of others; credits are texts already. */
export const priceWords = {
  free: 'A price of 0 gives every token away.',
  dear: (price: string, times: bigint, dearest: string) =>
    `${price} credits a token is ${times} times what the dearest other host asks (${dearest}): hardly anyone will buy.`,
  unpaid: (price: string, answer: string) =>
    `${price} credits a token is a price that hardly anyone will pay: an answer of 500 tokens costs ${answer} credits.`,
  cheap: (price: string, cheapest: string) =>
    `${price} credits a token is less than a tenth of what the cheapest other host asks (${cheapest}).`,
  nearlyFree: (price: string, million: string) =>
    `${price} credits a token is next to nothing: a million tokens earn ${million} credits.`,
  nobodySells: (what: string) => `nobody else sells ${what} now`,
  hosts: (hosts: number) => `${hosts} other ${hosts === 1 ? 'host asks' : 'hosts ask'}`,
  others: (hosts: string, range: string, what: string, middle: string | undefined) =>
    `${hosts} ${range} credits a token for ${what}${middle === undefined ? '' : `, ${middle} in the middle`}`,
  nameLeast: (price: string, million: string) =>
    `The others ask ${price} credits a token: a million tokens would earn ${million}. Name the least that you sell at: --price-min N.`,
  stays: (why: string) => `the price stays: ${why}`,
  goes: (from: string, to: string, what: string, price: string) =>
    `the price goes from ${from} to ${to}: ${what} is ${price}`,
  marketUnknown: (why: string) => `the prices of the market are not known: ${why}`,
  marketAwaited: (why: string) =>
    `the price is to come from the market, but ${why}; it is asked again until it answers`,
  moreModels: (models: number) => `... and so on for ${count(models, 'more model')}`,
  needsOthers: (kind: string) => `--price ${kind} needs others to go by, and nobody else sells these models now`,
  giveNumber: 'Give a number of credits per generated token: --price 0.001',
  askPrice: 'Nobody else sells these models. Credits per generated token:',
  aNumber: 'Give a number such as 0.001, with at most 9 decimals.',
  otherPrice: 'If it is meant: --yes. Else give another --price.',
  startAnyway: (strange: string) => `${strange} Start with it all the same?`,
  unpriced: (models: readonly string[]) =>
    `the price file has no price for ${models.map((model) => JSON.stringify(model)).join(', ')}`,
  priceThem: 'Add them, or "*" for all others, or name the models to offer with --model.',
  asksFor: (prices: readonly string[]) => `this host asks ${prices.join(', ')} credits a token`,
  ofModel: (model: string, strange: string) => `${model}: ${strange}`,
  notStarted: 'not started: give another --price',
  asks: (price: string) => `this host asks ${price} credits a token`,
  middle: 'the middle of the others',
  paid: "the market's price",
  times: (factor: string, what: string) => `${factor} times ${what}`,
  isThat: (now: string, what: string) => `${now}, ${what}`,
  bound: 'the bound that is given',
  isNot: (now: string, why: string, what: string, price: string) => `${now}, ${why}: ${what} is ${price}`,
  follows: (now: string, what: string, between: string) => `${now}, and follows ${what} between ${between}`,
}
