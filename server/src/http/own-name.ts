import { isIP } from 'node:net'

/** What proxies say of a request that they pass on; no program of this machine has a reason to. */
const PASSED_ON = /^(?:forwarded|via|x-forwarded-.+)$/

/** The header by which a request says that a proxy passed it on, whose callers may be anybody. */
export const passedOnBy = (headers: object): string | undefined =>
  Object.keys(headers).find((name) => PASSED_ON.test(name))

/**
 * Whether what a Host header names can be this machine alone: an address, or a name that browsers never look up. Any
 * other name its owner can have lead here (DNS rebinding): a page from there then reads and sends as if it were ours.
 */
export function isOwnName(host: string): boolean {
  const [, name = '', bracketed] = /^(\[([^\]]*)\]|[^:]*)(?::\d*)?$/.exec(host) ?? []
  if (bracketed !== undefined) return isIP(bracketed) === 6
  return isIP(name) === 4 || /^(.+\.)?localhost\.?$/i.test(name)
}
