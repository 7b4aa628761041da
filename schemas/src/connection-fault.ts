const CLOSED = 'the connection was cut'
const NO_WAY = 'there is no way to this machine: is there a network?'
const IN_TIME = 'no answer in time'
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
  ['DEPTH_ZERO_SELF_SIGNED_CERT', UNKNOWN_CERTIFICATE],
  ['SELF_SIGNED_CERT_IN_CHAIN', UNKNOWN_CERTIFICATE],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', UNKNOWN_CERTIFICATE],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', UNKNOWN_CERTIFICATE],
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['CERT_NOT_YET_VALID', 'its certificate is not valid yet: is the clock of this machine right?'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another name'],
])

/** What OpenSSL says where the bytes that came are none of TLS. */
const NO_TLS: ReadonlySet<string | undefined> = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
])

/** Messages of fetch that have no code. */
const MESSAGES: ReadonlyMap<string, string> = new Map([
  ['unexpected redirect', 'it redirects: write the address that it redirects to'],
  ['bad port', 'this port is not allowed for http'],
])

export interface ConnectionFault {
  /** The end of the sentence "cannot reach ADDRESS: ...", for a person. */
  sentence: string
  /** Something is there, and the address has to be written in another way; whether it runs is no question. */
  addressAtFault: boolean
  /** Something is there and said nothing for as long as was waited: asked again at once it would take as long again. */
  late: boolean
}

/** Why a request got no answer, and what to do where that is known. */
export function connectionFault(baseUrl: string, cause: unknown): ConnectionFault {
  if (!(cause instanceof Error)) return elsewhere(String(cause))
  if (cause.name === 'TimeoutError') return elsewhere(IN_TIME)
  const inner = innermost(cause)
  const code = codeOf(inner)
  if (NO_TLS.has(code)) return misspelt(speaks('http', 'https', baseUrl))
  if (isSilent(inner) && baseUrl.startsWith('http:'))
    return elsewhere(`it hung up without an answer; ${perhapsHttps(baseUrl)}`)
  const known = REASONS.get(code ?? '')
  if (known !== undefined) return elsewhere(known)
  const message = MESSAGES.get(inner.message)
  if (message !== undefined) return misspelt(message)
  if (inner.name === 'HTTPParserError') return misspelt(`what answers here is no http server; ${perhapsHttps(baseUrl)}`)
  // OpenSSL writes its own source line into other messages.
  if (code?.startsWith('ERR_SSL_')) return elsewhere(`no https connection can be made (${code})`)
  return elsewhere(inner.message || code || cause.message)
}

const elsewhere = (sentence: string): ConnectionFault => ({
  ...{ sentence, addressAtFault: false },
  late: sentence === IN_TIME,
})
const misspelt = (sentence: string): ConnectionFault => ({ sentence, addressAtFault: true, late: false })

/** Where an https port answers http with words, as nginx, Apache and Go do with a 400: what that amounts to. */
export function wantsHttps(baseUrl: string, status: number, text: string): string | undefined {
  const said = status === 400 && /HTTP request .*to (an )?HTTPS|SSL-enabled server port/i.test(text)
  return said ? speaks('https', 'http', baseUrl) : undefined
}

function speaks(there: string, not: string, baseUrl: string): string {
  return `it speaks ${there}, not ${not}; try ${baseUrl.replace(/^https?:/, `${there}:`)}`
}

function perhapsHttps(baseUrl: string): string {
  return `if it speaks https, try ${baseUrl.replace(/^https?:/, 'https:')}`
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
