import type { HostChange } from '@mkt/schemas'
import { forgetRevokedBut, revokeAll } from '../../accounts/credential-store.ts'
import { issueSecret } from '../../accounts/issue-secret.ts'
import { outliveProofs } from '../../accounts/remembered-hosts.ts'
import type { Market } from '../deps.ts'
import { setCapabilities } from './capability-store.ts'
import { setModelPrices } from './model-prices.ts'
import { rememberModels } from './model-store.ts'
import { setContexts, setHostModels, setHostTerms, setModelLimits } from './store.ts'

/** Applies what an owner changes; the host's waiting polls then look again. */
export async function changeHost(market: Market, hostId: string, change: HostChange): Promise<void> {
  const { gpu, price_per_token, price_per_input_token, paused, models, model_max_tokens, model_context_lengths } =
    change
  await market.database.transaction(async (tx) => {
    await setHostTerms(tx, hostId, {
      gpu: gpu ?? null,
      price_nano: price_per_token ?? null,
      input_price_nano: price_per_input_token ?? null,
      paused: paused === undefined ? null : Number(paused),
    })
    if (models) {
      await setHostModels(tx, hostId, models)
      await rememberModels(tx, hostId, models, market.clock.now())
    }
    await setCapabilities(tx, hostId, change)
    await setModelPrices(tx, hostId, change)
    if (model_max_tokens) await setModelLimits(tx, hostId, model_max_tokens)
    if (model_context_lengths) await setContexts(tx, hostId, model_context_lengths)
    tx.onCommit(() => market.offers.forget())
  })
  market.waiting.refresh(hostId)
}

/** Old keys whose rows stay. */
const KEPT_KEYS = 10

/** A new key. When it is answered the old one is worth nothing, at whatever server. */
export async function rotateKey(market: Market, hostId: string): Promise<string> {
  const key = await market.database.transaction(async (tx) => {
    await revokeAll(tx, hostId, 'host', market.clock.now())
    await forgetRevokedBut(tx, KEPT_KEYS, hostId, 'host')
    return (await issueSecret(tx, market, { kind: 'host', subject_id: hostId, name: 'host key' })).secret
  })
  if (market.streams.shared) await outliveProofs(market.clock)
  return key
}
