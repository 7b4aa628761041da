import { MAX_NANO, type Submission } from '@mkt/schemas'
import type { Market } from '../deps.ts'
import { sumOf } from '../ledger/accounts.ts'
import { spendableOf } from '../ledger/store.ts'
import type { ModelOffers } from './offers.ts'
import { allReadTooDear, insufficient, tooManyInputs } from './refusals.ts'
import type { Agreed } from './terms.ts'

/**
 * Quotes a job that writes nothing: vectors and scores are paid by what was read. `max_tokens` is how many of them
 * there will be, by which hosts, deadlines and bounds go; what a host asks for a token that is written does not matter.
 * Errors: invalid_request, no_host_available, insufficient_credits.
 */
export async function agreeReading(
  market: Market,
  userId: string,
  { model, embed, max_price_per_input_token, max_price_per_token }: Submission,
  { book, texts, prompt_bytes }: { book: ModelOffers; texts: number; prompt_bytes: number },
): Promise<Agreed> {
  const max_price = max_price_per_input_token ?? max_price_per_token
  const quoted = book.quoteReading(texts, max_price)
  if (!quoted) throw tooManyInputs(embed ? 'body.input' : 'body.documents', book.offers[0]?.max_tokens ?? 0)
  if (!quoted.within && max_price === undefined) throw allReadTooDear(model, quoted.limit_nano)
  const reserved_nano = BigInt(prompt_bytes) * quoted.price_nano
  if (reserved_nano > MAX_NANO) throw insufficient(reserved_nano, sumOf(await spendableOf(market.database, userId)))
  const caps = { price_cap_nano: MAX_NANO, input_cap_nano: quoted.price_nano }
  const terms = { max_tokens: texts, reserved_nano, price_limit_nano: quoted.limit_nano, ...caps }
  return { terms, served: book.active && quoted.within }
}
