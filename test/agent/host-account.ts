import { type Endpoint, market, type OwnHost, type Withdrawal } from '@mkt/schemas'
import type { Reply } from './marketplace.ts'

const EPOCH = '2026-01-01T00:00:00.000Z'

/** What a marketplace for tests knows of one host beside its jobs: terms, balance, withdrawals, keys. */
export class HostAccount {
  host: OwnHost = {
    ...{ host_id: 'host_01', status: 'active', gpu: 'x', backend: 'worker', models: ['tiny'], price_per_token: 0n },
    ...{ max_tokens: 1, paused: false, gpu_utilization: 0, balance: 0n, total_earnings: 0n, total_jobs_completed: 0 },
    ...{ total_jobs_failed: 0, total_tokens: 0, tokens_per_second: null, registered_at: EPOCH, last_heartbeat: EPOCH },
    running_jobs: [],
    why_no_jobs: {
      ...{ model_not_served: 0, price_above_limit: 0, max_tokens_above_host: 0, excluded_after_failure: 0 },
      reserved_for_another_host: 0,
    },
  }
  owned = false
  readonly withdrawals: Withdrawal[] = []
  /** The only key in force; undefined takes any. */
  key: string | undefined
  #keys = 0
  readonly #answered = new Map<string, Reply>()

  /** What a registration says of the host. */
  terms({ gpu, models, price_per_token }: Record<string, unknown>): void {
    Object.assign(this.host, { gpu, models, price_per_token })
  }

  newKey(): string {
    return `mkt_h_key_of_host_${++this.#keys}`
  }

  /** The answer where the call is about these things. */
  answer(endpoint: Endpoint, body: Record<string, unknown>, authorization?: string, key?: string): Reply | undefined {
    const isPublic = [market.root, market.hosts, market.models].includes(endpoint as never)
    if (!isPublic && this.key !== undefined && authorization !== `Bearer ${this.key}`) {
      return { status: 401, body: { error: 'unauthorized', message: 'unknown key' } }
    }
    switch (endpoint) {
      case market.root:
        return { status: 200, body: { name: 'test market', version: '1.2.3', docs: 'http://market.test/docs' } }
      case market.changeHost:
        Object.assign(this.host, body)
        return { status: 200, body: this.host }
      case market.rotateHostKey:
        this.key = this.newKey()
        return { status: 200, body: { host_id: this.host.host_id, api_key: this.key } }
      case market.listWithdrawals:
        return { status: 200, body: { withdrawals: this.withdrawals.toReversed(), total: this.withdrawals.length } }
      case market.createWithdrawal:
        return this.#once(key, () => this.#withdraw(body as { amount: bigint; destination: string }))
    }
    return undefined
  }

  #once(key: string | undefined, work: () => Reply): Reply {
    const before = key === undefined ? undefined : this.#answered.get(key)
    const reply = before ?? work()
    if (key !== undefined && reply.status < 300) this.#answered.set(key, reply)
    return reply
  }

  #withdraw({ amount, destination }: { amount: bigint; destination: string }): Reply {
    const { host_id, balance } = this.host
    if (this.owned) return { status: 403, body: { error: 'forbidden', message: 'This host has an owner.' } }
    if (amount > balance) return { status: 402, body: { error: 'insufficient_credits', message: 'Not so much.' } }
    this.host.balance -= amount
    const withdrawal_id = `wdr_${String(this.withdrawals.length + 1).padStart(26, '0')}`
    const made = { withdrawal_id, amount, status: 'pending' as const, created_at: EPOCH }
    this.withdrawals.push({ ...made, host_id, destination, reference: null, promotional: 0n, resolved_at: null })
    return { status: 201, body: made }
  }
}
