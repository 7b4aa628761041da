/** A parked poll as it stands in the line of each model that it wants. */
export interface Standing {
  poll: string
  host_id: string
  models: ReadonlyMap<string, StandingFor>
}

/** As a host stands in the line of one model. */
export interface StandingFor {
  /** What sorts before stands before: see broker/rank.ts. */
  rank: string
  price_nano: bigint
  /** For a token that is read. */
  input_price_nano: bigint
  /** What it generates at most, in tokens. */
  max_tokens: number
  /** What it can do with the model. */
  capabilities: number
}

/** A job for which a poll is looked for. */
export interface Wanted {
  model: string
  max_tokens: number
  price_cap_nano: bigint
  input_cap_nano: bigint
  /** Hosts that have read the beginning of its prompt: before others at a price that is near enough. */
  warm?: readonly string[] | undefined
  /** Bits of what the host must be able to do with the model. */
  needs: number
  target_host_id: string | null
  only_hosts: string | null
  not_hosts: string | null
}

export interface Taken {
  server: string
  poll: string
  host_id: string
}

/** Who is not to be taken again: polls, and hosts with all of their polls. */
export interface Tried {
  polls: readonly Pick<Taken, 'server' | 'poll'>[]
  hosts: readonly string[]
}

/**
 * The lines of waiting hosts that servers share, one for each model, the best first. Whoever submits a job takes one
 * poll out of its line, whose server is told in the same step; a server that is gone is found out there, and what it
 * left in the lines goes. Nothing of it is true for ever: a claim decides, in the database.
 */
export interface Lines {
  /** This server's name among them. */
  readonly server: string
  /** Resolves when it stands there; false where the lines cannot be reached. */
  enter(standing: Standing): Promise<boolean>
  leave(standing: Standing): void
  /**
   * Takes the first that may run the job and was not `tried`; where it is another server's that one is sent `message`
   * with the poll. Undefined where nobody stands there, or nobody can be reached.
   */
  take(wanted: Wanted, tried: Tried, message: string): Promise<Taken | undefined>
  /** Told to one server; lost where it is gone. */
  send(server: string, message: string): void
  /** `heard`: what servers send; `restored`: this server's places may be gone, and are to be taken anew. */
  follow(heard: (message: string, poll: string) => void, restored: () => void): void
  /** The models in whose lines somebody stands. */
  waited(): Promise<string[]>
}
