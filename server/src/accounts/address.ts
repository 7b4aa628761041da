import { LOOPBACK_FACTOR } from '../limits.ts'

export function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}

/**
 * What counts as one address: an IPv4 address also in its IPv6 form, and of IPv6 the first 64 bits, since whoever has
 * one address there has all 2^64 that share them.
 */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!address.includes(':')) return address
  const [left = '', right = ''] = address.split('%', 1).join('').split('::')
  const head = left === '' ? [] : left.split(':')
  const tail = right === '' ? [] : right.split(':')
  const gap = address.includes('::') ? Math.max(0, 8 - head.length - tail.length) : 0
  const groups = [...head, ...Array<string>(gap).fill('0'), ...tail]
  return groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')
}

/** Scripts and tests all come from loopback: it may do ten times as much. */
export function pointsFor(address: string, points: number): number {
  return isLoopback(address) ? points * LOOPBACK_FACTOR : points
}
