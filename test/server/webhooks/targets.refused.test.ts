import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSender } from '../../../server/src/webhooks/send.ts'
import { type PrivateTargets, RefusedTarget, resolveTarget } from '../../../server/src/webhooks/targets.ts'
import { startReceiver } from './receivers.ts'

const PUBLIC = ['8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e']
const LOOPBACK = ['127.0.0.1', '127.255.255.254', '::1']
const NETWORKS = [
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '100.127.255.254',
  'fd12:3456::1',
  'fc00::1',
]
const NEVER = [
  '0.0.0.0',
  '0.1.2.3',
  '169.254.169.254',
  '169.254.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.7',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::a00:1',
  '2002:7f00:1::',
  '2001::1',
  '2001:db8::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  '100::1',
]

const outcome = (privateTargets: PrivateTargets, url: string, addresses: string[] = []) =>
  resolveTarget({ privateTargets, lookUp: async () => addresses }, new URL(url)).then(
    () => 'allowed',
    (error) => {
      if (!(error instanceof RefusedTarget)) throw error
      return 'refused'
    },
  )
const urlOf = (address: string) => `https://${address.includes(':') ? `[${address}]` : address}/hook`

const TABLE: [string, string[], Record<PrivateTargets, string>][] = [
  ['public', PUBLIC, { none: 'allowed', loopback: 'allowed', networks: 'allowed' }],
  ['loopback', LOOPBACK, { none: 'refused', loopback: 'allowed', networks: 'allowed' }],
  ['network', NETWORKS, { none: 'refused', loopback: 'refused', networks: 'allowed' }],
  ['never', NEVER, { none: 'refused', loopback: 'refused', networks: 'refused' }],
]

describe.each(TABLE)('%s addresses', (_place, addresses, wanted) => {
  test.each(addresses)('%s, written out and behind a name', async (address) => {
    for (const policy of ['none', 'loopback', 'networks'] as const) {
      expect([policy, await outcome(policy, urlOf(address))]).toEqual([policy, wanted[policy]])
      expect([policy, await outcome(policy, 'https://hooks.example.com/', [address])]).toEqual([policy, wanted[policy]])
    }
  })
})

test('an address in disguise is the address that it is', async () => {
  for (const url of [
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://localhost/',
    'https://a.localhost./',
  ])
    expect([url, await outcome('none', url, ['8.8.8.8'])]).toEqual([url, 'refused'])
})

test('one private address among the addresses of a name is enough to refuse it', async () => {
  expect(await outcome('none', 'https://hooks.example.com/', ['8.8.8.8', '10.0.0.1'])).toBe('refused')
  expect(await outcome('none', 'https://hooks.example.com/', [])).toBe('refused')
})

test('public addresses need TLS and a port of the web or above 1023, private ones neither', async () => {
  const found = async (url: string) => [url, await outcome('loopback', url, ['8.8.8.8'])]
  for (const url of [
    'http://h.example/',
    'http://8.8.8.8:8443/',
    'https://h.example:25/',
    'https://h.example:22/',
    'https://h.example:1023/',
    'ftp://h.example/',
  ])
    expect(await found(url)).toEqual([url, 'refused'])
  for (const url of ['https://h.example/', 'https://h.example:1024/', 'https://h.example:80/', 'http://127.0.0.1:25/'])
    expect(await found(url)).toEqual([url, 'allowed'])
})

describe('at the moment of connecting', () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  beforeAll(async () => {
    receiver = await startReceiver()
  })
  afterAll(() => receiver.stop())
  const post = (url: string) => ({ url, headers: {}, body: '{}', signal: AbortSignal.timeout(10_000) })

  test('a name that moved to a private address since it was registered is not called', async () => {
    const answers = [['8.8.8.8'], ['127.0.0.1']]
    const policy = { privateTargets: 'none' as const, lookUp: async () => answers.shift() ?? [] }
    const { port } = new URL(receiver.url)
    const url = `https://rebinding.example:${port}/`
    await resolveTarget(policy, new URL(url))
    const sender = createSender(policy)
    expect(await sender.send(post(url))).toEqual({
      status_code: null,
      error: '127.0.0.1 is an address of the server itself, to which this server sends no webhooks',
    })
    expect(await sender.send(post(receiver.url))).toMatchObject({ status_code: null })
    expect(receiver.received).toEqual([])
    await sender.close()
  })

  test('the address that was checked is the one that is called, and the name stays in Host', async () => {
    const { port } = new URL(receiver.url)
    const sender = createSender({ privateTargets: 'loopback', lookUp: async () => ['127.0.0.1'] })
    expect(await sender.send(post(`http://hooks.example:${port}/a?b=c`))).toEqual({ status_code: 204, error: null })
    expect(receiver.received.at(-1)).toMatchObject({
      method: 'POST',
      url: '/a?b=c',
      headers: { host: `hooks.example:${port}` },
    })
    await sender.close()
  })
})
