/** What `--redis-url` may be. */
export const REDIS_URLS =
  'redis://host, or redis+sentinel://host:26379,host:26379/name-of-the-master; rediss, not redis, for TLS'

const ONE = /^rediss?:\/\/./
const WATCHED = /^redis(s?)\+sentinel:\/\/(?:([^@/]*)@)?([^@/?#]+)\/([^/?#]+)(?:\/(\d+))?$/
const SENTINEL_PORT = 26_379

export const isRedisUrl = (url: string): boolean => ONE.test(url) || sentinelsOf(url) !== undefined

/**
 * Sentinels that know which server is the master at this moment: they are asked again where a connection breaks (they
 * break those of a master that is none any more) or a server says that it only reads. User and password are the
 * master's. Undefined where the URL names one server.
 */
export function sentinelsOf(url: string) {
  const [, tls, login = '', places, name, db = '0'] = WATCHED.exec(url) ?? []
  if (places === undefined || name === undefined) return undefined
  const sentinels = places.split(',').map(placeOf)
  if (sentinels.some((place) => place === undefined)) return undefined
  const [username = '', ...password] = login.split(':').map(decodeURIComponent)
  return {
    sentinels: sentinels as { host: string; port: number }[],
    name: decodeURIComponent(name),
    db: Number(db),
    sentinelCommandTimeout: 1000,
    ...(username === '' ? {} : { username }),
    ...(password.length === 0 ? {} : { password: password.join(':') }),
    ...(tls === 's' ? { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true } : {}),
  }
}

function placeOf(text: string): { host: string; port: number } | undefined {
  const [, host, port] = /^(\[[\da-f:]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i.exec(text) ?? []
  return host === undefined ? undefined : { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? SENTINEL_PORT) }
}

/** Where a person looks for it: without its password. */
export const placeIn = (url: string): string => url.replace(/\/\/[^@/]*@/, '//')
