import { DEFAULT_CONCURRENCY, type Registration } from '@mkt/schemas'
import { demandOpen } from '../../accounts/demand-unchanged.ts'
import { issueSecret } from '../../accounts/issue-secret.ts'
import type { Market } from '../deps.ts'
import { hostAccount } from '../ledger/accounts.ts'
import { openLedgerAccount } from '../ledger/store.ts'
import { setCapabilities } from './capability-store.ts'
import { setModelPrices } from './model-prices.ts'
import { rememberModels } from './model-store.ts'
import { insertHost, setContexts } from './store.ts'

/**
 * Registers a host with its ledger account and its key, which is shown once. Registration counts as a heartbeat.
 * Errors: unauthorized (the owner's account ended).
 */
export async function enlist(
  market: Market,
  registration: Registration,
  owner_user_id: string | null,
): Promise<{ host_id: string; api_key: string }> {
  const { gpu, backend, price_per_token: price_nano, max_tokens, models, endpoint_url } = registration
  const { concurrency = DEFAULT_CONCURRENCY, first_piece_seconds = null, next_piece_seconds = null } = registration
  const { model_patience } = registration
  const host_id = market.ids.next('host')
  const registered_at = market.clock.now()
  const host = {
    host_id,
    owner_user_id,
    gpu,
    backend,
    endpoint_url: endpoint_url || null,
    price_nano,
    input_price_nano: registration.price_per_input_token ?? 0n,
    max_tokens,
    concurrency,
    first_piece_seconds,
    next_piece_seconds,
    patience_json: model_patience ? JSON.stringify(model_patience) : null,
    registered_at,
  }
  return await market.database.transaction(async (tx) => {
    if (owner_user_id !== null) await demandOpen(tx, owner_user_id)
    await insertHost(tx, host, models, registration.model_max_tokens ?? {})
    await setCapabilities(tx, host_id, registration)
    await setModelPrices(tx, host_id, registration)
    await setContexts(tx, host_id, registration.model_context_lengths ?? {})
    await rememberModels(tx, host_id, models, registered_at)
    await openLedgerAccount(tx, hostAccount(host_id))
    const { secret } = await issueSecret(tx, market, { kind: 'host', subject_id: host_id, name: 'host key' })
    tx.onCommit(() => {
      market.liveness.sign(host_id)
      market.offers.forget()
      if (owner_user_id !== null) market.changes.tell(owner_user_id, 'hosts')
    })
    return { host_id, api_key: secret }
  })
}
