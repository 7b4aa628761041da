import { said } from './said.ts'

/** Where the server does not register this machine, or does not know its host any more. */
export function registrationRefused(server: string, message: string, asUser: boolean): string {
  const advice = asUser
    ? 'MKT_TOKEN is not valid there: make a new one, or unset it'
    : 'it wants an account: set MKT_TOKEN'
  return `${server} refuses to register this host with ${said(message)}; ${advice}`
}

/** `faults`: what is wrong with which member, where the server says that. */
export function registrationFaulty(server: string, message: string, faults: readonly string[]): string {
  const what = faults.length > 0 ? faults.join('; ') : said(message)
  return `${server} does not take this registration: ${what}; give other flags, or another --server`
}

export function keyRefused(server: string, message: string, keptIn: string): string {
  return `${server} refuses the key of this host with ${said(message)}; if the host was removed there, --register-again makes a new one; its key was in ${keptIn}`
}
