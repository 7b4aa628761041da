/** What is said of addresses, forgotten passwords, second factors and passkeys. */
export const addressWords = {
  codeOnItsWay: 'If an account has this address and has proven it, a code is on its way there. Then:',
  passwordSet: 'The password is changed, and every token of the account is revoked. Log in with `mkt login`.',
  noAddress: (given: string) => `${JSON.stringify(given)} is not an email address`,
  changed: (address: string) =>
    `Your address is ${address} now; where the server sends mail, a link to prove it is on its way.`,
  linkOnItsWay: 'The link is on its way; it is sent at most three times an hour.',
  state: (address: string | undefined, proven: boolean | undefined) =>
    `${address ?? 'no address'}: ${proven ? 'proven' : 'not proven'}`,
  scan: 'Give this secret to your authenticator app, or the address below it as a QR code:',
  askCode: 'Code of your authenticator app, one by a passkey, or a recovery code',
  askAnyCode: 'Code of your authenticator app, one by a passkey, or a recovery code',
  keepCodes: 'Keep these recovery codes where the app is not: each is good once in the place of a code.',
  tokensRevoked: 'Every token of the account was revoked: log in again with `mkt login`, and the next code of the app.',
  variableRevoked: 'MKT_TOKEN is still set, to a token that is revoked now.',
  codeless: 'The app is removed; without passkeys logins need no code any more.',
  noPasskeys: 'You have no passkeys; they are added in a browser.',
  passkeyRemoved: (id: string) => `${id} opens your account no more.`,
  onceToken: 'mkt, once',
}
