/** An open connection to the server, on which both sides send texts. */
export interface TextSocket {
  send(text: string): void
  /** Says so, and hangs up. */
  close(): void
  heard(listener: (text: string) => void): void
  /** Told once; `why` is for people. */
  closed(listener: (code: number, why: string) => void): void
  /** Resolves when what else arrives in this turn of the event loop has arrived. */
  turn(): Promise<void>
}

/** Opens one; rejects with a SocketRefusal where the server answers otherwise, and with any error where it does not. */
export type Connect = (
  url: string,
  options: { protocol: string; authorization: string; signal: AbortSignal },
) => Promise<TextSocket>

/** The server, or something before it, answered as it answers requests. */
export class SocketRefusal extends Error {
  override name = 'SocketRefusal'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
