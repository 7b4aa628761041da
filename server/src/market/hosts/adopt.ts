import { credentialByHash } from '../../accounts/credential-store.ts'
import { demandOpen } from '../../accounts/demand-unchanged.ts'
import { hashSecret } from '../../accounts/secrets.ts'
import { DomainError } from '../../base/errors.ts'
import type { Market } from '../deps.ts'
import { ownHost } from './owner-store.ts'
import { shutOutBy } from './store.ts'

/**
 * Makes an unowned host the user's, proven by its key. Errors: invalid_request (no such key), conflict (owned), forbidden
 * (the host is shut out), unauthorized (the account was, meanwhile).
 */
export async function adoptHost(market: Market, userId: string, apiKey: string): Promise<string> {
  return await market.database.transaction(async (tx) => {
    await demandOpen(tx, userId)
    const credential = await credentialByHash(tx, hashSecret(apiKey))
    if (credential?.kind !== 'host' || credential.revoked_at !== null) {
      const details = [{ path: 'body.api_key', message: 'is not the key of a host' }]
      throw new DomainError('invalid_request', 'The request is not valid.', { details })
    }
    if (await shutOutBy(tx, credential.subject_id)) throw shutOut(credential.subject_id)
    if (await ownHost(tx, credential.subject_id, userId)) return credential.subject_id
    throw new DomainError('conflict', 'This host has an owner already.')
  })
}

/** Also said of withdrawals. */
export function shutOut(hostId: string): DomainError {
  const message = `The host ${hostId} is disabled: only the operator of this marketplace can enable it, and decides on its earnings.`
  return new DomainError('forbidden', message)
}
