import { market } from '@mkt/schemas'
import { ApiError } from '@mkt/schemas/client'
import type { Chance } from '../../load/chance.ts'
import type { World } from './world.ts'

export interface OwnedHost {
  name: string
  host_id: string
  api_key: string
  /** The owner's token where somebody owns the host. */
  owner: string | undefined
}

/** Whoever lives on a host's earnings: changes its price, pauses it, withdraws what it earned. */
export class HostOwner {
  readonly #world: World
  readonly #chance: Chance
  #withdrawals = 0

  constructor(world: World, name: string) {
    this.#world = world
    this.#chance = world.chance('owner', name)
  }

  async changePrice(host: OwnedHost, price_nano: bigint): Promise<void> {
    this.#world.facts.asks(host.host_id, price_nano)
    await this.#change(host, { price_per_token: price_nano })
  }

  async pauseFor(host: OwnedHost, ms: number): Promise<void> {
    await this.#change(host, { paused: true })
    await this.#world.pause(ms)
    await this.resume(host)
  }

  /** Once nothing goes wrong any more, and nothing that was said before is still under way. */
  async resume(host: OwnedHost): Promise<void> {
    await this.#change(host, { paused: false })
  }

  async #change(host: OwnedHost, body: { price_per_token?: bigint; paused?: boolean }): Promise<void> {
    const client = this.#world.clientOf(`owner of ${host.name}`, host.api_key)
    const answer = await this.#world.patiently(this.#chance, () => client.call(market.changeHost, { body }))
    if (answer instanceof ApiError && answer.status !== 403)
      this.#world.broken('an owner can change a host', `${host.host_id}: ${answer.status} ${answer.message}`)
  }

  /** Withdraws a share of what there is, or more than there is; the answer, where it was granted, names it. */
  async withdraw(host: OwnedHost): Promise<{ destination: string; withdrawal_id: string } | undefined> {
    const { facts, plan } = this.#world
    const balance = await this.#balance(host)
    if (balance === undefined || balance === 0n) return undefined
    const share = this.#chance.pick([1n, 2n, 4n, 5n])
    const amount = (balance * share) / 4n
    if (amount === 0n) return undefined
    const toCredits = host.owner !== undefined && this.#chance.next() < 0.5
    const name = `account ${host.host_id} ${++this.#withdrawals}`
    const destination = toCredits ? 'credits' : name
    const body = { amount, destination, ...(host.owner === undefined ? {} : { host_id: host.host_id }) }
    const client = this.#world.clientOf(`owner of ${host.name}`, host.owner ?? host.api_key)
    if (!toCredits) facts.withdrawals.set(destination, { host_id: host.host_id, amount })
    let first: string | undefined
    for (let times = plan.strikes('withdrawal_repeated') ? 2 : 1; times > 0; times--) {
      const answer = await this.#world.patiently(this.#chance, () =>
        client.call(market.createWithdrawal, { body }, { headers: { 'idempotency-key': name } }),
      )
      if (answer instanceof ApiError) {
        if (![401, 402, 403, 404].includes(answer.status))
          this.#world.broken('earnings can be withdrawn', `${host.host_id}: ${answer.status} ${answer.message}`)
        return undefined
      }
      if ((first ?? answer.withdrawal_id) !== answer.withdrawal_id)
        this.#world.broken('one withdrawal is one', `${destination}: ${first}, ${answer.withdrawal_id}`)
      if (first === undefined)
        this.#granted({ toCredits, destination, host_id: host.host_id, amount }, answer.withdrawal_id)
      first = answer.withdrawal_id
    }
    return toCredits || first === undefined ? undefined : { destination, withdrawal_id: first }
  }

  #granted(
    {
      toCredits,
      destination,
      host_id,
      amount,
    }: { toCredits: boolean; destination: string; host_id: string; amount: bigint },
    withdrawal_id: string,
  ): void {
    const { facts } = this.#world
    if (toCredits) facts.transfers.push({ host_id, withdrawal_id, amount })
    else facts.withdrawals.set(destination, { host_id, amount, withdrawal_id })
  }

  async #balance(host: OwnedHost): Promise<bigint | undefined> {
    const client = this.#world.clientOf(`owner of ${host.name}`, host.api_key)
    const answer = await this.#world.patiently(this.#chance, () => client.call(market.hostMe, {}))
    return answer instanceof ApiError ? undefined : answer.balance
  }
}
