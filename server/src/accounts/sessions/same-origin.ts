/** The name of the cookie that stands for a password. */
export const COOKIE = 'mkt_session'

/** What a request says of where it comes from. */
export interface Sent {
  method: string
  /** The host that was asked for, as the browser's address has it. */
  host: string
  cookie: string | undefined
  /** `same-origin`, `same-site`, `cross-site` or `none`; all browsers of today send it, and no page can change it. */
  fetchSite: string | undefined
  origin: string | undefined
}

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The cookie's secret, of the first cookie of that name. Pure. */
export function secretIn(cookie: string | undefined): string | undefined {
  const found = cookie?.split(';').find((pair) => pair.trim().startsWith(`${COOKIE}=`))
  return found?.trim().slice(COOKIE.length + 1)
}

/** Whether a request may do with a cookie alone what it asks for: reads may; what changes comes from our pages. */
export function sameOrigin({ method, fetchSite, origin, host }: Sent): boolean {
  if (SAFE.has(method)) return true
  if (fetchSite) return fetchSite === 'same-origin'
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
}

/** Whether a page of somebody else has a browser sign in here, to have a person act in another's name. Pure. */
export const isForeign = ({ fetchSite, origin, host }: Sent): boolean =>
  fetchSite
    ? fetchSite === 'cross-site' || fetchSite === 'same-site'
    : origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === host)
