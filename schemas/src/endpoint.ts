import type { z } from 'zod'
import type { AnyErrorCode } from './error.ts'
import type { Scope } from './scopes.ts'

/**
 * Who may call: `none` ignores credentials, `optional-user` checks them when sent, `user` takes a bearer token
 * or username and password, `host` a host key, `user-or-host` either, `admin` a user with the admin role, `documents`
 * a key of the documents service.
 */
export type Credential = 'none' | 'optional-user' | 'user' | 'host' | 'user-or-host' | 'admin' | 'documents'

/** What a success answer carries besides a JSON body of a schema. */
export interface Content {
  contentType: string
  description: string
}

export type Answer = z.ZodType | Content | null

export interface Endpoint {
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `/jobs/{job_id}`; every name in braces is a member of `params`. */
  path: string
  /** The last member of `params` takes the rest of the path, slashes and all. */
  restOfPath?: true
  credential: Credential
  /** A header that may carry a bearer secret too, as clients of another format send it. */
  keyHeader?: 'x-api-key'
  /** What a token with scopes must have among them; null: any token does. Endpoints of admins take none with scopes. */
  scope?: Scope | null
  /** Among strangers a token without scopes does not do: the password, or a token that it gave the scope. */
  guarded?: true
  /** A host that a verdict has refused may call it all the same. */
  evenRefused?: true
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** The parts of a multipart/form-data body, which the operation reads itself as a stream. */
  multipart?: z.ZodObject
  /** Takes an Idempotency-Key: a repetition gets the first answer and does nothing. */
  idempotent?: true
  /** Success answers by status: a schema for JSON, null for no body, or another content. */
  answers: Record<number, Answer>
  /** The connection is made one of another protocol: a WebSocket's, and the messages of both sides. */
  upgrade?: { protocol: string; sent: z.ZodType; received: z.ZodType }
  /** Other forms of the 200 answer, for who asks for them. */
  alternatives?: readonly Content[]
  /** The error codes that this endpoint adds to those any endpoint may answer. */
  errors: readonly AnyErrorCode[]
}

/** Declares an endpoint and keeps the exact types of its parts for the guard and the client. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint
}

type Output<T> = T extends z.ZodType ? z.output<T> : undefined
type Input<T> = T extends z.ZodType ? z.input<T> : undefined

/** What an operation gets: the parts after validation, defaults filled in, credits as bigint. */
export interface Parsed<E extends Endpoint> {
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
}

/**
 * What a caller gives: only the parts that the endpoint has, and a query that needs nothing may be left out; credits as
 * bigint are encoded by the client.
 */
export type CallInput<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends z.ZodType
    ? Spared<E, K> extends true
      ? never
      : K
    : never]: K extends 'body' ? WithNano<Input<E[K]>> : Input<E[K]>
} & { [K in 'query' as Spared<E, K> extends true ? K : never]?: Input<E[K]> }

type Spared<E extends Endpoint, K extends keyof E> = K extends 'query'
  ? E[K] extends z.ZodType
    ? Record<never, never> extends Input<E[K]>
      ? true
      : false
    : false
  : false

/** Money may be given as bigint nano-credits wherever the wire has a number. */
export type WithNano<T> = T extends number
  ? T | bigint
  : T extends readonly (infer U)[]
    ? WithNano<U>[]
    : T extends object
      ? { [K in keyof T]: WithNano<T[K]> }
      : T

/** The body of a success answer: decoded JSON, or null where there is none. */
export type AnswerBody<E extends Endpoint> = {
  [S in keyof E['answers']]: E['answers'][S] extends z.ZodType
    ? z.output<E['answers'][S]>
    : E['answers'][S] extends null
      ? null
      : never
}[keyof E['answers']]

export function isSchema(answer: Answer | undefined): answer is z.ZodType {
  return answer !== null && answer !== undefined && 'safeParse' in answer
}
