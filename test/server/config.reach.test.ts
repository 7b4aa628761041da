import { expect, test } from 'vitest'
import { type Given, readConfig } from '../../server/src/config.ts'

const CREDIT = 1_000_000_000n

function defaults(flags: Given, env: NodeJS.ProcessEnv = {}) {
  const { signupNano, webhooksPrivate, trust, forOneself } = readConfig(flags, env)
  return { credits: signupNano / CREDIT, webhooks: webhooksPrivate, trust, forOneself }
}

const LAPTOP = { credits: 100n, webhooks: 'loopback', trust: 'own', forOneself: true }
const REACHED = { credits: 0n, webhooks: 'none', trust: 'strangers', forOneself: false }

test.each<[string, Given]>([
  ['IPv4', { host: '127.0.0.1' }],
  ['IPv6', { host: '::1' }],
  ['the name', { host: 'localhost' }],
  ['a loopback URL', { host: '127.0.0.1', marketUrl: 'http://127.0.0.1:8080/', documentsUrl: 'http://[::1]:8081' }],
  ['a URL of localhost', { host: '127.0.0.1', marketUrl: 'http://localhost:8080' }],
])(
  "a server on loopback that nothing stands before is one person's, gives credits and sends to loopback: %s",
  (_, flags) => {
    expect(defaults(flags)).toEqual(LAPTOP)
  },
)

test.each<[string, Given]>([
  ['as operators are told to start it', { trustedProxies: '1', marketUrl: 'https://market.example.com' }],
  ['trusted proxies alone', { trustedProxies: '1' }],
  ['a public market URL alone', { marketUrl: 'https://market.example.com' }],
  ['a public documents URL alone', { documentsUrl: 'https://documents.example.com' }],
  ['a public URL that begins like loopback', { marketUrl: 'https://127.example.com' }],
])('a server on loopback behind a proxy is for strangers and does neither: %s', (_, flags) => {
  expect(defaults({ host: '127.0.0.1', ...flags })).toEqual(REACHED)
})

test('variables tell of a proxy as flags do', () => {
  expect(defaults({ host: '127.0.0.1' }, { MKT_TRUSTED_PROXIES: '1' })).toEqual(REACHED)
  expect(defaults({ host: '127.0.0.1' }, { MKT_DOCUMENTS_URL: 'https://documents.example.com' })).toEqual(REACHED)
})

test('a server that listens elsewhere is for strangers and does neither', () => {
  for (const host of ['0.0.0.0', '::', '192.168.1.5']) expect(defaults({ host })).toEqual(REACHED)
})

test('what is said outright holds behind a proxy too', () => {
  const flags = { host: '127.0.0.1', trustedProxies: '1', signupCredits: '5', webhooksPrivate: 'on', trust: 'own' }
  expect(defaults(flags)).toEqual({ credits: 5n, webhooks: 'networks', trust: 'own', forOneself: false })
})

test('a loopback server may be for strangers, by flag or variable', () => {
  // Whoever comes then must not have this machine send to itself.
  expect(defaults({ trust: 'strangers' })).toMatchObject({ trust: 'strangers', webhooks: 'none', forOneself: true })
  expect(defaults({ trust: 'strangers', webhooksPrivate: 'on' }).webhooks).toBe('networks')
  expect(defaults({}, { MKT_TRUST: 'strangers' }).trust).toBe('strangers')
  expect(() => readConfig({ trust: 'everyone' }, {})).toThrow(
    '--trust (MKT_TRUST) is "everyone": must be strangers or own',
  )
})
