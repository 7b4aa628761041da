import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Keeps secrets of apps in the database so that nobody reads them there who has not the key. */
export interface Seals {
  seal(user_id: string, secret: Uint8Array): string
  /** Error where it was sealed with another key, for another user, or changed. */
  open(user_id: string, sealed: string): Buffer
}

const MARK = 'v1:'
const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Whether a stored secret is sealed; before there were seals it was base64. */
export const isSealed = (stored: string) => stored.startsWith(MARK)

/** AES-256-GCM by a key of this purpose; the user is authenticated with it, so that no row can take another's place. */
export function sealsBy(secret: Uint8Array): Seals {
  const key = Buffer.from(hkdfSync('sha256', secret, new Uint8Array(0), 'mkt second factor', 32))
  return {
    seal(user_id, plain) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(user_id))
      const text = Buffer.concat([cipher.update(plain), cipher.final()])
      return MARK + Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64')
    },
    open(user_id, sealed) {
      if (!isSealed(sealed)) return Buffer.from(sealed, 'base64')
      const bytes = Buffer.from(sealed.slice(MARK.length), 'base64')
      const [nonce, rest] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)]
      const opener = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(user_id))
      opener.setAuthTag(rest.subarray(0, TAG_BYTES))
      return Buffer.concat([opener.update(rest.subarray(TAG_BYTES)), opener.final()])
    },
  }
}
