import { hash, timingSafeEqual } from 'node:crypto'

/** Prefixes tell the kinds of secrets apart, for people, for scanners and for us. */
export const PREFIX = { user: 'mkt_u_', host: 'mkt_h_', documents: 'mkt_d_' } as const
export type SecretKind = keyof typeof PREFIX

/** The kind that a secret claims to be by its prefix. */
export function kindOf(secret: string): SecretKind | undefined {
  return (Object.keys(PREFIX) as SecretKind[]).find((kind) => secret.startsWith(PREFIX[kind]))
}

/** What is stored of a secret. Secrets have 256 random bits, so a fast hash is as good as a slow one. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret)
}

export function equalHashes(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

/** In the place of the hash of a secret that does not exist yet: no secret has it. */
export const unclaimedHash = (credential_id: string) => `unclaimed:${credential_id}`
