import type { SCRIPTS } from './scripts.ts'

export type Script = keyof typeof SCRIPTS
export type Argument = string | number

/** Where servers share what is live: scripts that run whole, one after the other, and messages to who listens. */
export interface SharedPlace {
  /** What all keys and channels of one marketplace begin with. */
  readonly space: string
  readonly away: boolean
  readonly commands: { publish(channel: string, text: string): Promise<unknown> }
  readonly listener: Listener
  /** Runs a script and answers what it answers. Rejects with a DomainError that the caller may be told. */
  ask(script: Script, ...args: readonly Argument[]): Promise<unknown>
  /** Runs one whose answer nobody needs; while the place is away it is lost. */
  tell(script: Script, ...args: readonly Argument[]): void
}

/** A connection that messages come by; with it go its subscriptions. */
export interface Listener {
  readonly status: string
  subscribe(...channels: string[]): Promise<unknown>
  unsubscribe(...channels: string[]): Promise<unknown>
  on(event: 'message', heard: (channel: string, text: string) => void): unknown
  on(event: 'ready' | 'close', happened: () => void): unknown
}
