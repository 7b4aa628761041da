/** What a client did wrong, in the form in which OpenAI's clients expect to read it. */
export class Fault extends Error {
  readonly status: number
  readonly param: string | null
  readonly code: string | null

  constructor(status: number, message: string, about: { param?: string; code?: string } = {}) {
    super(message)
    this.status = status
    this.param = about.param ?? null
    this.code = about.code ?? null
  }

  get body() {
    const type = this.status < 500 ? 'invalid_request_error' : 'server_error'
    return { error: { message: this.message, type, param: this.param, code: this.code } }
  }
}
