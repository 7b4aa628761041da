/** What `--redis-url` may be. */
export const REDIS_URLS =
  'redis://host, redis+sentinel://host:26379,host:26379/name-of-the-master, or redis+cluster://host:6379,host:6379; ' +
  'rediss, not redis, for TLS'

const ONE = /^rediss?:\/\/./
const WATCHED = /^redis(s?)\+sentinel:\/\/(?:([^@/]*)@)?([^@/?#]+)\/([^/?#]+)(?:\/(\d+))?$/
const SENTINEL_PORT = 26_379
const CLUSTERED = /^redis(s?)\+cluster:\/\/(?:([^@/]*)@)?([^@/?#]+)\/?$/
const REDIS_PORT = 6379

export const isRedisUrl = (url: string): boolean =>
  ONE.test(url) || sentinelsOf(url) !== undefined || clusterOf(url) !== undefined

/** A Redis that can be connected to, by address. */
export interface RedisAddress {
  host: string
  port: number
}

/** Some nodes of a Redis Cluster, of which any knows the others. Undefined where the URL names something else. */
export function clusterOf(url: string) {
  const [, tls, login = '', places] = CLUSTERED.exec(url) ?? []
  const nodes = placesOf(places, REDIS_PORT)
  return nodes && { nodes, ...loginOf(login), ...(tls === 's' ? { tls: {} } : {}) }
}

/**
 * Sentinels that know which server is the master at this moment: they are asked again where a connection breaks (they
 * break those of a master that is none any more) or a server says that it only reads. User and password are the
 * master's. Undefined where the URL names one server.
 */
export function sentinelsOf(url: string) {
  const [, tls, login = '', places, name, db = '0'] = WATCHED.exec(url) ?? []
  if (places === undefined || name === undefined) return undefined
  const sentinels = placesOf(places, SENTINEL_PORT)
  if (!sentinels) return undefined
  return {
    sentinels,
    name: decodeURIComponent(name),
    db: Number(db),
    sentinelCommandTimeout: 1000,
    ...loginOf(login),
    ...(tls === 's' ? { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true } : {}),
  }
}

function loginOf(login: string): { username?: string; password?: string } {
  const [username = '', ...password] = login.split(':').map(decodeURIComponent)
  return {
    ...(username === '' ? {} : { username }),
    ...(password.length === 0 ? {} : { password: password.join(':') }),
  }
}

/** Undefined where one of them is no address. */
function placesOf(text: string | undefined, port: number): RedisAddress[] | undefined {
  const places = (text ?? '').split(',').map((place) => placeOf(place, port))
  return places.every((place) => place !== undefined) ? places : undefined
}

function placeOf(text: string, otherwise: number): RedisAddress | undefined {
  const [, host, port] = /^(\[[\da-f:]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i.exec(text) ?? []
  return host === undefined ? undefined : { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? otherwise) }
}

/** Where a person looks for it: without its password. */
export const placeIn = (url: string): string => url.replace(/\/\/[^@/]*@/, '//')
