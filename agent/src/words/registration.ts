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

/** What a start says of the host that it finds or registers. */
export const enlistWords = {
  archived: (host_id: string, path: string) =>
    `the earlier host ${host_id} is kept in ${path}: its key is the way to its balance`,
  fixed: (what: string) =>
    `registered with ${what}: the registered values stay in force; --register-again makes a new host with the new ones`,
  goesOn: 'going on as the host of an earlier start',
  changed: (what: string) => `${what} of the host changed to what is given now`,
  ofUser: 'owned by the user of MKT_TOKEN',
  ofNobody: 'owned by no account',
  registered: (owner: string, path: string) => `registered a new host, ${owner}; its key is in ${path}`,
  difference: (name: string, before: string | undefined, now: string | undefined) => `${name} ${before} (now ${now})`,
}
