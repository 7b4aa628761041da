import { expect, test } from 'vitest'
import { clusterOf, isRedisUrl, placeIn, sentinelsOf } from '../../server/src/live/redis/redis-url.ts'

test('sentinels and their master are named in one URL, with the password of the master', () => {
  expect(sentinelsOf('redis+sentinel://mkt:a%40b:c@one:26380,[::1],10.0.0.7:1/our%20master/3')).toMatchObject({
    sentinels: [
      { host: 'one', port: 26_380 },
      { host: '::1', port: 26_379 },
      { host: '10.0.0.7', port: 1 },
    ],
    name: 'our master',
    db: 3,
    username: 'mkt',
    password: 'a@b:c',
  })
  expect(sentinelsOf('redis+sentinel://:secret@one/master')).toMatchObject({ password: 'secret', db: 0 })
  expect(sentinelsOf('redis+sentinel://one/master')).not.toHaveProperty('tls')
  expect(sentinelsOf('rediss+sentinel://one/master')).toMatchObject({ tls: {}, enableTLSForSentinelMode: true })
})

test('nodes of a cluster are named in one URL, with the password of all', () => {
  expect(clusterOf('redis+cluster://mkt:a%40b@one:7000,[::1],10.0.0.7/')).toEqual({
    nodes: [
      { host: 'one', port: 7000 },
      { host: '::1', port: 6379 },
      { host: '10.0.0.7', port: 6379 },
    ],
    username: 'mkt',
    password: 'a@b',
  })
  expect(clusterOf('rediss+cluster://one')).toEqual({ nodes: [{ host: 'one', port: 6379 }], tls: {} })
  expect(clusterOf('redis://one')).toBeUndefined()
})

test.each([
  'redis://h',
  'rediss://:p@h:6380/2',
  'redis+sentinel://a,b:1/m',
  'rediss+sentinel://u:p@a/m',
  'redis+cluster://a,b:7001',
])('%s names a Redis', (url) => expect(isRedisUrl(url)).toBe(true))

test.each([
  'http://h',
  'redis:h',
  'redis+sentinel://',
  'redis+sentinel://a',
  'redis+sentinel://a,,b/m',
  'sentinel://a/m',
  'redis+cluster://',
  'redis+cluster://a,,b',
  'redis+cluster://a/0',
])('%s names none', (url) => expect(isRedisUrl(url)).toBe(false))

test('a password is not told', () => {
  expect(placeIn('rediss://user:secret@host:6379/1')).toBe('rediss://host:6379/1')
  expect(placeIn('redis+sentinel://:secret@a,b/m')).toBe('redis+sentinel://a,b/m')
})
