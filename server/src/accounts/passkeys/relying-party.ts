import { isIP } from 'node:net'

/** Whom passkeys are made for: browsers bind each to the name, and say at which origin it was used. */
export interface RelyingParty {
  id: string
  origin: string
}

const isLocal = (name: string) => name === 'localhost' || name.endsWith('.localhost')

/**
 * The market as browsers know it, by its public URL. A sentence for whoever asks where passkeys are impossible: browsers
 * have them for names only, over https, or for localhost.
 */
export function relyingPartyOf(publicUrl: string | undefined): RelyingParty | string {
  if (publicUrl === undefined)
    return 'Passkeys need the public address of this market; its operator sets it with --market-url.'
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isName = !hostname.startsWith('[') && isIP(hostname) === 0
  if (isName && (protocol === 'https:' || isLocal(hostname))) return { id: hostname, origin }
  return `Passkeys need a public address with https and a name (or http://localhost), and this market's is ${origin}; its operator sets it with --market-url.`
}
