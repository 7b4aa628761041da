/** What is said of keys of the documents service. */
export const documentsKeyWords = {
  made: (key_id: string | undefined) =>
    `The key ${key_id} is made. Its owner fetches the secret: mkt documents-keys claim`,
  shownOnceToOwner: 'It is shown this once; its user sets it as MKT_DOCS_KEY.',
  none: 'You have none: the operator of the server makes them.',
  shownOnce: 'It is shown this once: keep it with `mkt docs login`, or set MKT_DOCS_KEY.',
  noneWaits: 'no key waits for you to fetch it',
  operatorMakes: 'The operator of the server makes them.',
  revoked: (key_id: string) => `The key ${key_id} is revoked.`,
}
