import { isIP } from 'node:net'

/**
 * Whether what a Host header names can be this machine alone: an address, or a name that browsers never look up. Any
 * other name its owner can have lead here (DNS rebinding): a page from there then reads and sends as if it were ours.
 */
export function isOwnName(host: string): boolean {
  const [, name = '', bracketed] = /^(\[([^\]]*)\]|[^:]*)(?::\d*)?$/.exec(host) ?? []
  if (bracketed !== undefined) return isIP(bracketed) === 6
  return isIP(name) === 4 || /^(.+\.)?localhost\.?$/i.test(name)
}
