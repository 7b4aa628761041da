import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

/** A signing secret from a secret of 256 bits in base64url: `whsec_` and the same bits in base64. */
export function signingSecret(random: string): string {
  return PREFIX + Buffer.from(random, 'base64url').toString('base64')
}

export interface Signed {
  /** Of the delivery, whichever attempt it is. */
  id: string
  /** When this attempt is made, wall ms. */
  now: number
  body: string
}

/**
 * The headers of Standard Webhooks 1.0.0: one signature `v1,<base64>` for each secret, the newest first, over
 * `id.timestamp.body`. The timestamp is in seconds; receivers refuse one that is minutes away from their clock.
 */
export function signatureHeaders({ id, now, body }: Signed, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000))
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64')).update(`${id}.${timestamp}.${body}`)
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret).digest('base64')}`).join(' '),
  }
}
