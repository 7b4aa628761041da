import type { Context } from 'koa'

/**
 * The address at which the caller reaches this service: as configured; else as the proxies in front say, where those
 * are trusted; else the address that the server listens on. What a caller writes into Host is never believed.
 */
export function baseUrlFor(options: { configured: string | undefined; listening: string; trustedProxies: number }) {
  const { configured, listening, trustedProxies } = options
  return (ctx: Context): string => {
    if (configured !== undefined) return configured
    return (trustedProxies > 0 ? forwarded(ctx, trustedProxies) : undefined) ?? listening
  }
}

function forwarded(ctx: Context, proxies: number): string | undefined {
  const proto = entry(ctx.get('x-forwarded-proto'), proxies)
  const host = entry(ctx.get('x-forwarded-host'), proxies)
  if (!/^https?$/.test(proto) || !/^([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(host)) return undefined
  return `${proto}://${host}`
}

/** Each proxy appends: what stands further left was written by the caller. One that replaces leaves a single entry. */
function entry(header: string, proxies: number): string {
  const entries = header.split(',').map((text) => text.trim())
  return entries.at(-proxies) ?? entries[0] ?? ''
}
