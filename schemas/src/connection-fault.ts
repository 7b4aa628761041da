const CLOSED = 'the connection was cut'
const NO_WAY = 'there is no way to this machine: is there a network?'
const IN_TIME = 'no answer in time'
const NOT_HTTPS = 'it does not speak https here: write http:// in the address'
const PERHAPS_HTTPS = 'if it speaks https here, write https:// in the address'
const UNKNOWN_CERTIFICATE =
  'nobody whom this machine trusts has signed its certificate: name the signer in NODE_EXTRA_CA_CERTS=FILE'

/** What the codes of the system, of undici and of OpenSSL mean to a person, and what to do where that is known. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'nothing listens at this address (ECONNREFUSED)'],
  ['ENOTFOUND', 'no machine has this name (ENOTFOUND)'],
  ['EAI_AGAIN', 'the name cannot be looked up now: is there a network?'],
  ['EHOSTUNREACH', NO_WAY],
  ['ENETUNREACH', NO_WAY],
  ['ECONNRESET', CLOSED],
  ['EPIPE', CLOSED],
  ['UND_ERR_SOCKET', CLOSED],
  ['ETIMEDOUT', IN_TIME],
  ['UND_ERR_CONNECT_TIMEOUT', IN_TIME],
  ['UND_ERR_HEADERS_TIMEOUT', IN_TIME],
  ['UND_ERR_BODY_TIMEOUT', IN_TIME],
  ['ERR_SSL_WRONG_VERSION_NUMBER', NOT_HTTPS],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', NOT_HTTPS],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', UNKNOWN_CERTIFICATE],
  ['SELF_SIGNED_CERT_IN_CHAIN', UNKNOWN_CERTIFICATE],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', UNKNOWN_CERTIFICATE],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', UNKNOWN_CERTIFICATE],
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['CERT_NOT_YET_VALID', 'its certificate is not valid yet: is the clock of this machine right?'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another name'],
])

/** Messages of fetch that have no code. */
const MESSAGES: ReadonlyMap<string, string> = new Map([
  ['unexpected redirect', 'it redirects: write the address that it redirects to'],
  ['bad port', 'this port is not allowed for http'],
])

/** Why a request got no answer, for a person: the end of the sentence "cannot reach ADDRESS: ...". */
export function connectionFault(baseUrl: string, cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  if (cause.name === 'TimeoutError') return IN_TIME
  const inner = innermost(cause)
  const code = codeOf(inner)
  if (isSilent(inner) && baseUrl.startsWith('http:')) return `it hung up without an answer; ${PERHAPS_HTTPS}`
  const known = REASONS.get(code ?? '') ?? MESSAGES.get(inner.message)
  if (known !== undefined) return known
  if (inner.name === 'HTTPParserError') return `what answers here is no http server; ${PERHAPS_HTTPS}`
  // OpenSSL writes its own source line into other messages.
  if (code?.startsWith('ERR_SSL_')) return `no https connection can be made (${code})`
  return inner.message || code || cause.message
}

/** fetch wraps what happened; an address with several machines (localhost) has a fault of each, with a code for all. */
function innermost(error: Error): Error {
  return error.cause instanceof Error ? innermost(error.cause) : error
}

function codeOf(error: Error): string | undefined {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}

/** The connection was made and closed again, and not a byte came back: so do https ports where http is spoken. */
function isSilent(error: Error): boolean {
  return codeOf(error) === 'UND_ERR_SOCKET' && (error as { socket?: { bytesRead?: number } }).socket?.bytesRead === 0
}
