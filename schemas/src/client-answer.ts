/** What is asked of an HTTP answer: the part of fetch's Response that a way of one's own has to offer. */
export interface Answer {
  /** A status from 200 to 299. */
  readonly ok: boolean
  readonly status: number
  readonly headers: Iterable<[string, string]> & { get(name: string): string | null }
  /** The bytes as they come, to one reader. Who does not read them to the end cancels them. */
  readonly body: (AsyncIterable<Uint8Array> & { cancel(): Promise<void> }) | null
  /** The whole body, decoded as UTF-8. */
  text(): Promise<string>
}
