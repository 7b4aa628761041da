import { formatCredits, type HostChange, MAX_NANO, market, models as modelNames, parseCredits } from '@mkt/schemas'
import { type Desk, jsonLine } from '../desk.ts'
import { Failure } from '../failure.ts'
import { type HostSession, openHost, type PlaceFlags } from '../host-session.ts'
import { lockHolder } from '../lock.ts'

export interface ChangeFlags extends PlaceFlags {
  price?: string
  model?: string[]
  json?: boolean
}

/** `mkt-agent set`: another price or other models, at once; jobs that run keep their price. */
export async function setTerms(desk: Desk, { price, model, json, ...place }: ChangeFlags): Promise<undefined> {
  const change = termsOf(price, model)
  const session = openHost(desk, place)
  const host = await apply(session, change)
  if (json) return void desk.print(jsonLine(host))
  desk.print(`${host.host_id}: ${formatCredits(host.price_per_token)} credits per token for ${host.models.join(', ')}`)
  if (change.models && (await lockHolder(session.place.state)) !== undefined) {
    desk.tell('The running agent offers the models that it was started with: a new one needs a restart.')
  }
  desk.tell('A start with other settings sets them back: change the --price and --model there as well.')
}

/** `mkt-agent pause` and `resume`: whether the host gets jobs; those that run go on. */
export async function setPaused(
  desk: Desk,
  { json, ...place }: PlaceFlags & { json?: boolean },
  paused: boolean,
): Promise<undefined> {
  const host = await apply(openHost(desk, place), { paused })
  if (json) return void desk.print(jsonLine(host))
  const running = host.running_jobs.length
  desk.print(
    paused
      ? `${host.host_id} is paused: it gets no further job${running > 0 ? `; ${running} of its jobs run to their end` : ''}`
      : `${host.host_id} takes jobs again`,
  )
}

async function apply({ client, state, identity }: HostSession, change: HostChange) {
  const host = await client.call(market.changeHost, { body: change })
  const { price_per_token, models } = change
  if (price_per_token === undefined && models === undefined) return host
  const registered = {
    ...identity.registered,
    ...(price_per_token === undefined ? {} : { price_per_token: formatCredits(price_per_token) }),
    ...(models === undefined ? {} : { models }),
  }
  // Read anew: a running agent may have written its own share since.
  state.save({ ...(state.load(identity.server) ?? identity), registered })
  return host
}

function termsOf(price: string | undefined, model: string[] | undefined): HostChange {
  if (price === undefined && model === undefined) {
    throw new Failure('usage', 'nothing to set: give --price N, --model NAME, or both')
  }
  const price_per_token = price === undefined ? undefined : parseCredits(price)
  if (price !== undefined && (price_per_token === undefined || price_per_token < 0n || price_per_token > MAX_NANO)) {
    throw new Failure('usage', `--price must be credits per token, 0 or more with at most 9 decimals, not ${price}`)
  }
  const models = model === undefined ? undefined : modelNames.safeParse(model.map((text) => text.replace(/=.*/, '')))
  if (models && !models.success) throw new Failure('usage', '--model must be names of 1 to 200 characters, 100 at most')
  return { ...(price_per_token === undefined ? {} : { price_per_token }), ...(models ? { models: models.data } : {}) }
}
