/** Why a document is not analysed, where whoever sent it can do something about it. */
export type RefusalCode = 'unprocessable_document' | 'invalid_file_format' | 'password_required' | 'password_wrong'

/** A document that is refused in words for whoever sent it; what else a thread throws is said to nobody. */
export class Refused extends Error {
  override name = 'Refused'
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.code = code
  }
}
