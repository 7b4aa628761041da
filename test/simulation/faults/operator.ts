import { market } from '@mkt/schemas'
import { ApiError, type Client } from '@mkt/schemas/client'
import type { Chance } from '../../load/chance.ts'
import type { World } from './world.ts'

/** The operator: grants credits, resolves withdrawals, shuts hosts out for a while. */
export class Operator {
  readonly #world: World
  readonly #client: Client
  readonly #chance: Chance

  constructor(world: World, secret: string) {
    this.#world = world
    this.#client = world.clientOf('operator', secret)
    this.#chance = world.chance('operator')
  }

  async grant(at_ms: number, user_id: string, amount: bigint, reason: string): Promise<void> {
    await this.#world.pause(at_ms)
    const { facts, plan } = this.#world
    const known = { user_id, amount, transaction_id: undefined as string | undefined }
    facts.grants.set(reason, known)
    for (let times = plan.strikes('grant_repeated') ? 2 : 1; times > 0; times--) {
      const answer = await this.#world.patiently(this.#chance, () =>
        this.#client.call(
          market.grantCredits,
          { params: { user_id }, body: { amount, reason } },
          { headers: { 'idempotency-key': reason } },
        ),
      )
      if (answer instanceof ApiError) {
        if (answer.status !== 404 || !facts.closedAccounts.has(user_id))
          this.#world.broken('an operator can grant', `${answer.status} ${answer.message}`)
        return
      }
      if ((known.transaction_id ?? answer.transaction_id) !== answer.transaction_id)
        this.#world.broken('one grant is one posting', `${reason}: ${known.transaction_id}, ${answer.transaction_id}`)
      known.transaction_id = answer.transaction_id
    }
  }

  /** Pays or rejects a withdrawal; the first word on it stands. */
  async resolve(destination: string, withdrawal_id: string): Promise<void> {
    await this.#world.pause(this.#chance.int(100, 20_000))
    const { plan, facts } = this.#world
    const first = this.#chance.pick(['paid', 'rejected'] as const)
    const words = plan.strikes('resolution_repeated')
      ? [first, this.#chance.pick(['paid', 'rejected'] as const)]
      : [first]
    for (const status of words) {
      const answer = await this.#world.patiently(this.#chance, () =>
        this.#client.call(market.resolveWithdrawal, { params: { withdrawal_id }, body: { status } }),
      )
      const known = facts.withdrawals.get(destination)
      if (!(answer instanceof ApiError)) {
        if (known?.resolved) this.#world.broken('a withdrawal is resolved once', `${withdrawal_id} twice`)
        if (known) known.resolved = answer.status as 'paid' | 'rejected'
        // A copy of the request, or one whose answer was lost, may have resolved it before.
      } else if (answer.status !== 409)
        this.#world.broken('a pending withdrawal can be resolved', `${withdrawal_id}: ${answer.status}`)
    }
  }

  /** Refunds a disputed job or rejects the dispute; the first word on it stands. */
  async decide(job_id: string): Promise<void> {
    const { plan, facts } = this.#world
    const chance = this.#world.chance('decides', job_id)
    await this.#world.pause(chance.int(100, 20_000))
    const words = plan.strikes('decision_repeated') ? 2 : 1
    for (let word = 0; word < words; word++) {
      const body = { decision: chance.pick(['refund', 'reject'] as const) }
      const answer = await this.#world.patiently(chance, () =>
        this.#client.call(market.decideDispute, { params: { job_id }, body }),
      )
      const known = facts.disputes.get(job_id)
      if (!(answer instanceof ApiError)) {
        if (known?.decided) this.#world.broken('a dispute is decided once', `${job_id} twice`)
        if (known) known.decided = answer.status
      } else if (answer.status !== 409)
        this.#world.broken('an open dispute can be decided', `${job_id}: ${answer.status} ${answer.message}`)
    }
  }

  async disable(host_id: string): Promise<void> {
    for (const disabled of [true, false]) {
      const answer = await this.#world.patiently(this.#chance, () =>
        this.#client.call(market.changeAnyHost, { params: { host_id }, body: { disabled } }),
      )
      if (answer instanceof ApiError) this.#world.broken('an operator can change a host', `${answer.status}`)
      await this.#world.pause(this.#chance.int(1000, 30_000))
    }
    const claw = this.#world.plan.strikes('clawed_back')
    const decision = claw ? ('claw_back' as const) : ('release' as const)
    const body = { decision, reason: claw ? 'it was none' : 'it was a mistake' }
    const answer = await this.#world.patiently(this.#chance, () =>
      this.#client.call(market.decideEarnings, { params: { host_id }, body }),
    )
    if (claw && !(answer instanceof ApiError)) this.#world.facts.clawedBack.push({ host_id, amount: answer.amount })
    // It may have earned nothing, or be shut out once more by now.
    if (answer instanceof ApiError && answer.status !== 409)
      this.#world.broken('an operator can decide on frozen earnings', `${answer.status}`)
  }
}
