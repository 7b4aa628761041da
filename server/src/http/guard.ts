import type Router from '@koa/router'
import { type AnswerBody, type Credential, type Endpoint, type Parsed, writeJson } from '@mkt/schemas'
import type { Context } from 'koa'
import type { Principal, User } from '../accounts/authenticate.ts'
import { cameWith } from '../accounts/came-with.ts'
import type { TokenRights } from '../accounts/token-rights.ts'
import { DomainError } from '../base/errors.ts'
import { isOut, type OpenCalls } from '../base/open-calls.ts'
import { checkAnswer } from './answer-check.ts'
import { permit } from './auth.ts'
import { parseInput } from './input.ts'

type CallerUser<C extends Credential> = C extends 'user' | 'admin' | 'documents'
  ? User
  : C extends 'optional-user' | 'user-or-host'
    ? User | undefined
    : undefined
type CallerHost<C extends Credential> = C extends 'host'
  ? string
  : C extends 'user-or-host'
    ? string | undefined
    : undefined

/** What a handler knows of its caller, by the endpoint's credential. */
export interface Call<E extends Endpoint> {
  user: CallerUser<E['credential']>
  host_id: CallerHost<E['credential']>
  /** Of a user: the id of the token that they came with, or `password`. */
  token_id: string | undefined
  /** Of a user who came with a token: what it may do. */
  rights: TokenRights | undefined
  address: string
  /** Of a second factor, where the caller sent one. */
  code: string | undefined
  /** Proves the caller anew, by what is true now; throws as the call itself would have been answered. */
  prove: () => Promise<void>
  /** Aborts when the caller closed the connection before the answer was written, and when the server stops. */
  gone: AbortSignal
  ctx: Context
}

/** What a handler returns where it has answered by itself, in another form. */
export const ANSWERED: unique symbol = Symbol('answered')

/** A JSON body that is text already: what was stored is answered as it was. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** The same as bytes that many callers are sent: nothing is made of them for one. */
export class JsonBytes {
  readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

export type Handler<E extends Endpoint> = (
  input: Parsed<E>,
  call: Call<E>,
) => Promise<AnswerBody<E> | JsonText | JsonBytes | Accepted<AnswerBody<E>> | typeof ANSWERED>
/** Writes an answer that is no JSON itself: an event stream, a page. */
export type RawHandler<E extends Endpoint> = (input: Parsed<E>, call: Call<E>) => Promise<void>

/** A 202: what was asked for is going to be done. */
export class Accepted<T> {
  readonly body: T
  constructor(body: T) {
    this.body = body
  }
}

export interface GuardOptions {
  router: Router
  authenticate: (
    header: string | undefined,
    address: string,
    code: string | undefined,
    endpoint: Endpoint,
  ) => Promise<Principal | undefined>
  /** Who is signed in on a browser: asked where a request has no Authorization header. */
  signedIn?: (ctx: Context) => Promise<Principal | undefined>
  /** In tests: every answer must have exactly the shape that the contract declares. */
  checkAnswers: boolean
  /** Anyone may sell and buy here: a token without scopes then does less. */
  strangers?: boolean
  /** Whether admins need a second factor. */
  adminFactor?: boolean
  /** Told of the calls that wait for something, so that those of a caller who is shut out can be ended. */
  openCalls?: OpenCalls
  /** Aborts when the server stops: what waits for something to happen is answered then, and streams end. */
  stopping?: AbortSignal
}

/**
 * Turns endpoints into routes: credential, then parameters, query and body by the declared schemas, then one
 * operation, then its answer as JSON. Nothing reaches an operation that the contract does not allow.
 */
export function createGuard({
  router,
  authenticate,
  signedIn = async () => undefined,
  checkAnswers,
  strangers = false,
  adminFactor = false,
  openCalls,
  stopping,
}: GuardOptions) {
  const goneSignal = goneSignals(stopping, openCalls)
  const enter = async <E extends Endpoint>(endpoint: E, ctx: Context): Promise<[Parsed<E>, Call<E>]> => {
    const header = endpoint.credential === 'none' ? undefined : credentialIn(ctx, endpoint.keyHeader)
    const prove = async () => {
      const code = ctx.get('mkt-code') || undefined
      const byHeader = await authenticate(header, ctx.ip, code, endpoint)
      const principal = byHeader ?? (endpoint.credential === 'none' ? undefined : await signedIn(ctx))
      ctx.state.principal = principal
      if (principal) ctx.state.caller = principal.kind === 'host' ? principal.host_id : principal.user.user_id
      return permit(endpoint, principal, { strangers, adminFactor })
    }
    const proven = await prove()
    const input = parseInput(endpoint, ctx)
    let gone: AbortSignal | undefined
    const call = {
      ...proven,
      address: ctx.ip,
      code: ctx.get('mkt-code') || undefined,
      prove: async () => void (await prove()),
      ctx,
      // Made for who asks: most handlers never do.
      get gone() {
        gone ??= goneSignal(ctx)
        return gone
      },
    }
    return [input, call as Call<E>]
  }

  return {
    /** `instead` may answer in another content type that the caller prefers; true when it did. */
    route<E extends Endpoint>(endpoint: E, handler: Handler<E>, instead?: (ctx: Context) => Promise<boolean>): void {
      register(router, endpoint, async (ctx) => {
        if (await instead?.(ctx)) return
        const answer = await handler(...(await enter(endpoint, ctx)))
        if (answer === ANSWERED) return
        const body = answer instanceof Accepted ? answer.body : answer
        if (ctx.state.out) throw ctx.state.out
        const status = answer instanceof Accepted ? ACCEPTED : statusFor(endpoint, body)
        ctx.status = status
        if (body === null) return
        const text = jsonOf(body)
        if (checkAnswers) checkAnswer(endpoint, status, text.toString())
        // Answers hold balances, prompts and secrets: no cache may keep them.
        ctx.set('Cache-Control', 'no-store')
        ctx.type = 'application/json'
        ctx.body = text
      })
    },
    raw<E extends Endpoint>(endpoint: E, handler: RawHandler<E>): void {
      register(router, endpoint, async (ctx) => handler(...(await enter(endpoint, ctx))))
    },
  }
}
export type Guard = ReturnType<typeof createGuard>

const ACCEPTED = 202

function credentialIn(ctx: Context, keyHeader: Endpoint['keyHeader']): string | undefined {
  const key = keyHeader && ctx.get(keyHeader)
  return ctx.get('authorization') || (key ? `Bearer ${key}` : undefined)
}

function jsonOf(body: unknown): string | Buffer {
  if (body instanceof JsonBytes) return body.bytes
  return body instanceof JsonText ? body.text : writeJson(body)
}

function register(router: Router, endpoint: Endpoint, middleware: (ctx: Context) => Promise<void>): void {
  const path = endpoint.restOfPath ? endpoint.path.replace(/\{(\w+)\}$/, '*$1') : endpoint.path
  router.register(path.replace(/\{(\w+)\}/g, ':$1'), [endpoint.method], middleware as never)
}

/** An endpoint has one answer with a body, beside a 202, and at most one without. */
function statusFor(endpoint: Endpoint, body: unknown): number {
  const found = Object.entries(endpoint.answers).find(([, answer]) => (body === null) === (answer === null))
  if (!found) throw new TypeError(`${endpoint.name} declares no such answer`)
  return Number(found[0])
}

/** The reason of a `gone` that means: the caller is there, but the server stops. */
export const STOPPING = new DomainError('no_host_available', 'The server is stopping; try again in a moment.', {
  retryAfterS: 1,
})

function goneSignals(stopping: AbortSignal | undefined, openCalls: OpenCalls | undefined) {
  // One listener for all: an EventTarget walks its whole list for each that comes or goes, and streams are many.
  const open = new Set<AbortController>()
  stopping?.addEventListener('abort', () => {
    for (const controller of open) controller.abort(STOPPING)
  })
  return (ctx: Context): AbortSignal => {
    const controller = new AbortController()
    if (stopping?.aborted) controller.abort(STOPPING)
    else if (ctx.res.closed || ctx.res.destroyed) controller.abort()
    else open.add(controller)
    const { caller, principal }: { caller?: string; principal?: Principal } = ctx.state
    const by = principal && cameWith(principal)
    if (caller !== undefined) openCalls?.enter(caller, controller, by)
    controller.signal.addEventListener('abort', () => {
      const { reason } = controller.signal
      if (isOut(reason)) ctx.state.out = reason
    })
    ctx.res.once('close', () => {
      open.delete(controller)
      if (caller !== undefined) openCalls?.leave(caller, controller, by)
      if (!ctx.res.writableFinished) controller.abort()
    })
    return controller.signal
  }
}

/** The host that a body names must be the one whose key was sent. */
export function demandOwnHost(hostId: string, body: { host_id: string }): void {
  if (body.host_id !== hostId) throw otherHost(hostId)
}

function otherHost(hostId: string): DomainError {
  return new DomainError('forbidden', `This is the key of ${hostId}, and the request names another host.`)
}
