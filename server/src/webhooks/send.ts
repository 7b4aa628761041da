import { isIP } from 'node:net'
import { Agent, buildConnector, request } from 'undici'
import { VERSION } from '../base/version.ts'
import type { Attempt } from './schedule.ts'
import { RefusedTarget, resolveTarget, type TargetPolicy } from './targets.ts'

export interface Post {
  url: string
  headers: Record<string, string>
  body: string
  /** Aborts when the time for the attempt is up. */
  signal: AbortSignal
}

/** Posts a delivery to its receiver, once; never rejects. */
export interface Sender {
  send(post: Post): Promise<Attempt>
  close(): Promise<void>
}

// An answer's body means nothing; reading a little of it lets the connection be used again.
const READ_BYTES = 4096

/**
 * Sends over connections that go only where the policy allows at the moment of connecting: the address that was
 * checked is the one that is connected to, whatever the DNS said before or says next. Redirects are not followed, and
 * no proxy of the environment is used. One origin may have any number of connections: many users' receivers share
 * one, and a slow one's must not keep the others' waiting. What bounds them is the number of attempts under way.
 */
export function createSender(policy: TargetPolicy): Sender {
  const agent = new Agent({
    connect: guardedConnector(policy),
    pipelining: 1,
    keepAliveTimeout: 4000,
    maxHeaderSize: 16_384,
    allowH2: false,
  })
  return {
    async send({ url, headers, body, signal }) {
      try {
        const answer = await request(url, {
          dispatcher: agent,
          method: 'POST',
          headers: { 'content-type': 'application/json', 'user-agent': `mkt-server/${VERSION}`, ...headers },
          body,
          signal,
        })
        const status_code = answer.statusCode
        // It has answered: what happens to the rest of its answer changes nothing.
        await answer.body.dump({ limit: READ_BYTES, signal }).catch(() => undefined)
        return { status_code, error: describeStatus(status_code) }
      } catch (error) {
        return { status_code: null, error: signal.aborted ? abortText(signal) : describe(error) }
      }
    },
    close: () => agent.destroy(),
  }
}

function guardedConnector(policy: TargetPolicy): buildConnector.connector {
  const connect = buildConnector({ timeout: 10_000, allowH2: false })
  return (options, callback) => {
    const { protocol, hostname, port } = options
    const host = isIP(hostname) === 6 ? `[${hostname}]` : hostname
    resolveTarget(policy, new URL(`${protocol}//${host}${port ? `:${port}` : ''}`)).then(
      ([address]) => {
        // The name stays what TLS asks the certificate for.
        const servername = isIP(hostname) ? undefined : (options.servername ?? hostname)
        connect({ ...options, hostname: address as string, ...(servername ? { servername } : {}) }, callback)
      },
      (error: Error) => callback(error, null),
    )
  }
}

function describeStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `it answered ${status}: redirects are not followed`
  return `it answered ${status}`
}

const abortText = (signal: AbortSignal) => (signal.reason instanceof Error ? signal.reason.message : 'it was given up')

const WORDS: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before an answer came',
  UND_ERR_SOCKET: 'the connection was closed before an answer came',
  ETIMEDOUT: 'no connection in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  EHOSTUNREACH: 'the address cannot be reached',
  ENETUNREACH: 'the address cannot be reached',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate cannot be verified',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
}

function describe(error: unknown): string {
  if (error instanceof RefusedTarget) return error.message
  const code = String((error as { code?: unknown }).code ?? '')
  return WORDS[code] ?? `the request failed${code ? ` (${code})` : ''}`
}
