import type { JobOffer, JobResult } from '@mkt/schemas'

export interface Violation {
  invariant: string
  detail: string
  at_ms: number
}

/** A submission as its buyer made it; the prompt is like no other's and is the key to everything that comes of it. */
export interface Submitted {
  prompt: string
  user_id: string
  max_tokens: number
  max_price_nano: bigint | undefined
  keep: boolean
  /** What its first acknowledgement said. */
  job_id?: string
  reserved_nano?: bigint
}

/** Something that a scripted host sent, true or not. */
export interface Said extends JobResult {
  host_id: string
  instance: string | undefined
}

export interface ReaderSession {
  prompt: string
  job_id: string
  pieces: { attempt: number; offset: number; token: string }[]
  /** How its stream ended, once it did: null without an error. */
  end: { error: string | null } | undefined
}

/** An end that a client was told. */
export interface ToldEnd {
  job_id: string
  by: string
  state: 'completed' | 'failed' | 'cancelled'
  earned_nano: bigint | undefined
}

/**
 * What the outside world knows for certain: what was answered to it, what it saw and what it said. The product must
 * agree with all of it, always.
 */
export class Facts {
  readonly #now: () => number
  violation: Violation | undefined
  readonly submissions = new Map<string, Submitted>()
  /** By reason, which is like no other. */
  readonly grants = new Map<
    string,
    { user_id: string; amount: bigint; promotional?: boolean; transaction_id: string | undefined }
  >()
  /** By destination, which is like no other. */
  readonly withdrawals = new Map<
    string,
    { host_id: string; amount: bigint; withdrawal_id?: string; resolved?: 'paid' | 'rejected' }
  >()
  readonly transfers: { host_id: string; withdrawal_id: string; amount: bigint }[] = []
  /** By job: what it cost, and what was decided, as far as that was answered. */
  readonly disputes = new Map<string, { amount: bigint; decided?: string }>()
  readonly clawedBack: { host_id: string; amount: bigint }[] = []
  readonly toldEnds: ToldEnd[] = []
  readonly cancelled = new Set<string>()
  /** Users who began to end their account: what they asked for may be erased from then on. */
  readonly closingAccounts = new Set<string>()
  /** Users who ended their account. */
  readonly closedAccounts = new Set<string>()
  readonly sessions: ReaderSession[] = []
  readonly said = new Map<string, Said[]>()
  readonly honestHosts = new Set<string>()
  /** Every price that a host ever asked, acknowledged or not. */
  readonly prices = new Map<string, Set<bigint>>()
  /** Who was offered which attempt. */
  readonly offers = new Map<string, string>()
  /**
   * By job and host: when a server that could take it last heard the one named by the other, when with text, and
   * whether it was given up then.
   */
  readonly named = new Map<string, { at_ms: number; text_at_ms: number; given_up: boolean }>()
  /** By the name of an agent: when the server last lost a channel of it. */
  readonly broke = new Map<string, number>()
  channels = 0
  resumed = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** The end of an account erases what it asked, and nothing of what it paid. */
  isErased({ user_id, input_text }: { user_id: string; input_text: string }): boolean {
    return input_text === '' && this.closingAccounts.has(user_id)
  }

  broken(invariant: string, detail: string): void {
    this.violation ??= { invariant, detail, at_ms: this.#now() }
  }

  /** Whose attempt it was, as that host heard it; undefined where it was one that names no attempts. */
  hostOf({ job_id, attempt }: { job_id: string; attempt: bigint }): string | undefined {
    return this.offers.get(`${job_id} attempt ${attempt}`)
  }

  /**
   * A host heard of an offer: no attempt is ever offered to two, a text to go on with only to who can, and it asks for
   * what is left of its tokens.
   */
  offered(offer: JobOffer, { name, continues }: { name: string; continues: boolean }): void {
    const { job_id, attempt, prefix, max_tokens, input_text } = offer
    const asked = this.submissions.get(input_text)?.max_tokens
    if (prefix && !continues) this.broken('only who can go on with a text gets it', `${job_id}: ${name}`)
    if (asked !== undefined && max_tokens + (prefix?.tokens ?? 0) !== asked)
      this.broken('hosts are asked for what is left', `${job_id}: ${max_tokens} of ${asked}`)
    if (attempt !== undefined) this.#onlyOne(job_id, attempt, name)
  }

  #onlyOne(job_id: string, attempt: number, host: string): void {
    const key = `${job_id} attempt ${attempt}`
    const earlier = this.offers.get(key)
    if (earlier !== undefined && earlier !== host) this.broken('an attempt has one host', `${key}: ${earlier}, ${host}`)
    this.offers.set(key, host)
  }

  /** A request reached a server that can take it: what it names is kept alive by it, or given up. */
  hears(request: string): void {
    if (!request.startsWith('POST /hosts/results ') && !request.includes('"call":"results"')) return
    const body = request.slice(request.indexOf('{'))
    const host_id = /"host_id":"(\w+)"/.exec(body)?.[1]
    for (const [entry, job_id] of body.matchAll(/\{"job_id":"(job_\w+)"[\s\S]*?(?=\{"job_id"|$)/g)) {
      const key = `${job_id} ${host_id}`
      const before = this.named.get(key)
      const at_ms = this.#now()
      const text_at_ms = entry.includes('"tokens":["') ? at_ms : (before?.text_at_ms ?? 0)
      this.named.set(key, { at_ms, text_at_ms, given_up: entry.includes('"error"') || before?.given_up === true })
    }
  }

  channelBroke(name: string): void {
    this.broke.set(name, this.#now())
  }

  says(said: Said): void {
    const all = this.said.get(said.job_id)
    if (all) all.push(said)
    else this.said.set(said.job_id, [said])
  }

  asks(host_id: string, price_nano: bigint): void {
    const prices = this.prices.get(host_id) ?? new Set()
    this.prices.set(host_id, prices.add(price_nano))
  }
}
