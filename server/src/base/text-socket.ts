/** One end of a connection on which both sides send texts. */
export interface TextSocket {
  readonly open: boolean
  /** Bytes that wait for the other side to take them. */
  readonly unsent: number
  /** `taken` is called once the system has it, or the connection has ended. */
  send(text: string, taken?: () => void): void
  /** Says so, and hangs up, also on one who does not. */
  close(code: number, reason: string): void
  /** What comes waits in the connection until `resume`. */
  pause(): void
  resume(): void
  heard(listener: (text: string) => void): void
  closed(listener: () => void): void
}
