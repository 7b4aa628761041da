import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Which addresses beside public ones may be called: none, this machine, or private networks too. */
export type PrivateTargets = 'none' | 'loopback' | 'networks'

/** Looks a name's addresses up, of both families; rejects where there are none. */
export type LookUp = (name: string) => Promise<string[]>

export interface TargetPolicy {
  privateTargets: PrivateTargets
  lookUp: LookUp
}

/** An address that the server does not call, in a sentence for whoever asked for it. */
export class RefusedTarget extends Error {
  override name = 'RefusedTarget'
}

// Where clouds tell a machine its own credentials. Most are link-local, which is never called; these are not.
const METADATA = ['fd00:ec2::254', 'fd20:ce::254', '100.100.100.200', '168.63.129.16'].map((text) =>
  ipaddr.parse(text).toString(),
)
const GLOBAL_IPV6 = ipaddr.IPv6.parse('2000::')

type Place = 'public' | 'loopback' | 'network' | 'never'

/** Where an address lies. Addresses that hold others (mapped, NAT64, 6to4, Teredo) are never called. */
function placeOf(address: string): Place {
  const parsed = ipaddr.parse(address)
  if (METADATA.includes(parsed.toString())) return 'never'
  const range = parsed.range()
  if (range === 'loopback') return 'loopback'
  if (range === 'private' || range === 'uniqueLocal' || range === 'carrierGradeNat') return 'network'
  if (range !== 'unicast') return 'never'
  return parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_IPV6, 3) ? 'never' : 'public'
}

const ALLOWED: Record<PrivateTargets, readonly Place[]> = {
  none: ['public'],
  loopback: ['public', 'loopback'],
  networks: ['public', 'loopback', 'network'],
}

/**
 * The addresses at which a URL may be called at this moment. All of a name's addresses must be allowed. Public ones
 * need https, and a port of the web or above 1023: those below belong to mail, shells and the like.
 * Throws RefusedTarget, also where the name has no address.
 */
export async function resolveTarget({ privateTargets, lookUp }: TargetPolicy, url: URL): Promise<string[]> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new RefusedTarget('must be an http or https URL')
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const addresses = isIP(name) ? [name] : await addressesOf(name, lookUp)
  for (const address of addresses) {
    const place = placeOf(address)
    if (!ALLOWED[privateTargets].includes(place)) throw refusal(address, place)
    if (place === 'public') demandPublicForm(url)
  }
  return addresses
}

async function addressesOf(name: string, lookUp: LookUp): Promise<string[]> {
  // As RFC 6761 has it, also where no DNS knows it.
  if (/^(.+\.)?localhost\.?$/i.test(name)) return ['127.0.0.1']
  const addresses = await lookUp(name).catch(() => [])
  if (addresses.length === 0) throw new RefusedTarget(`the name ${name} has no address in the DNS`)
  return addresses
}

function refusal(address: string, place: Place): RefusedTarget {
  if (place === 'never') return new RefusedTarget(`${address} is not an address that webhooks may go to`)
  const what = place === 'loopback' ? 'of the server itself' : 'of a private network'
  return new RefusedTarget(`${address} is an address ${what}, to which this server sends no webhooks`)
}

function demandPublicForm({ protocol, port }: URL): void {
  if (protocol !== 'https:') throw new RefusedTarget('must be https: only private addresses may be called without TLS')
  if (port !== '' && Number(port) < 1024 && port !== '80')
    throw new RefusedTarget(`port ${port} is not one that webhooks may go to: use 443, or one above 1023`)
}

/**
 * Asks the DNS itself: the system's own look-up would wait on the threads that check passwords, for as long as a
 * stranger's name server likes. So names of /etc/hosts are not known here.
 */
export function dnsLookUp(): LookUp {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  return async (name) => {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  }
}
