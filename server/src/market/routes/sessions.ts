import { market as endpoints } from '@mkt/schemas'
import type { Context } from 'koa'
import { type AuthenticateDeps, authenticate, type Login, type User } from '../../accounts/authenticate.ts'
import { type ProofDeps, provenBy } from '../../accounts/passkeys/prove.ts'
import { isForeign } from '../../accounts/sessions/same-origin.ts'
import { sessionsOf } from '../../accounts/sessions/session-store.ts'
import { endSession, openSession, SESSION_MS, type SessionDeps, signedIn } from '../../accounts/sessions/sessions.ts'
import { isoTime, isoTimeOrNull } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import type { Guard } from '../../http/guard.ts'
import { sentBy, setSessionCookie } from '../../http/session-cookie.ts'

export interface SessionRoutes extends SessionDeps {
  login: Login
  /** Of who signs in by a passkey. */
  party: ProofDeps['party']
  /** Why passwords are not looked at now; undefined where they are. */
  crowded: (authorization: string, address: string) => Promise<DomainError | undefined>
  /** Whether browsers reach this server by https, whatever a proxy makes of it. */
  secure: boolean
}

const shown = ({ user, expires_at }: { user: User; expires_at: number | null }) => ({
  username: user.username,
  user_id: user.user_id,
  admin: user.role === 'admin',
  expires_at: isoTimeOrNull(expires_at),
})

/** Signing in on a browser, and out; the same bounds on wrong passwords and codes as everywhere. */
export function sessionRoutes(guard: Guard, deps: SessionRoutes): void {
  signInRoutes(guard, deps)
  const { database, clock, secure } = deps
  guard.route(endpoints.showSession, async (_input, { user, ctx }) => {
    const session = await signedIn(deps, sentBy(ctx.req, ctx.host))
    return shown({ user, expires_at: session?.user.user_id === user.user_id ? session.expires_at : null })
  })
  guard.route(endpoints.endSession, async (_input, { ctx }) => {
    const session = await signedIn(deps, sentBy(ctx.req, ctx.host))
    if (session) await endSession(deps, session.session_id, session.user.user_id)
    setSessionCookie(ctx, '', 0, secure)
    return null
  })
  guard.route(endpoints.listSessions, async (_input, { user, ctx }) => {
    const current = await signedIn(deps, sentBy(ctx.req, ctx.host))
    const rows = await sessionsOf(database, user.user_id, clock.now())
    const sessions = rows.map(({ session_id, created_at, last_used_at, expires_at, address, agent }) => ({
      ...{ session_id, address, agent, current: session_id === current?.session_id },
      ...{ created_at: isoTime(created_at), last_used_at: isoTime(last_used_at), expires_at: isoTime(expires_at) },
    }))
    return { sessions }
  })
  guard.route(endpoints.revokeSession, async ({ params }, { user }) => {
    if (!(await endSession(deps, params.session_id, user.user_id)))
      throw new DomainError('not_found', 'You have no session with this id.')
    return null
  })
}

function signInRoutes(guard: Guard, deps: SessionRoutes): void {
  const { database, clock, login } = deps
  const own: AuthenticateDeps = { database, clock, login }
  guard.route(endpoints.createSession, async ({ body }, { ctx, address }) => {
    demandOwnPage(ctx)
    const basic = `Basic ${Buffer.from(`${body.username}:${body.password}`).toString('base64')}`
    const refused = await deps.crowded(basic, address)
    if (refused) throw refused
    const principal = await authenticate(own, basic, address, body.code)
    if (principal?.kind !== 'user') throw new DomainError('unauthorized', 'Wrong username or password.')
    return await open(deps, principal.user, ctx)
  })
  guard.route(endpoints.createPasskeySession, async ({ body }, { ctx, address }) => {
    demandOwnPage(ctx)
    const user = await provenBy({ ...deps, failed: login.failed }, body.response, address)
    return await open(deps, user, ctx)
  })
}

/** Nobody else's page may have a person act in a name that is not theirs. Error: forbidden. */
function demandOwnPage(ctx: Context): void {
  if (isForeign(sentBy(ctx.req, ctx.host))) throw new DomainError('forbidden', 'Sign in on a page of this server.')
}

async function open(deps: SessionRoutes, user: User, ctx: Context) {
  const browser = { address: ctx.ip, agent: ctx.get('user-agent'), cookie: ctx.get('cookie') }
  const session = await openSession(deps, user, browser)
  setSessionCookie(ctx, session.secret, SESSION_MS / 1000, deps.secure)
  return shown(session)
}
