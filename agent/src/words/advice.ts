import type { ApiError } from '@mkt/schemas/client'

/** What a host's owner does, and need not do, while an operator has disabled the host. */
export const SHUT_OUT_ADVICE =
  'Its earnings stay in its balance there; the operator of the server can say why. A running agent asks again every few minutes and takes jobs again by itself once it may.'

/** The faults follow, a line each. */
export const CONFIG_FAULTS = 'these settings cannot be used:'

export const NO_SERVER = 'Is the server up at this address? `mkt-agent doctor` looks closer.'

/** Where something is there, and the address is wrong. */
export const RIGHT_ADDRESS = 'Give the right address with --server.'

/** Where the server does not know the key. */
export const KEY_ADVICE = [
  'Was its key rotated, or an older state directory restored? Then bring back the newer one.',
  'If the host was removed there, `mkt-agent start --register-again` makes a new one.',
] as const

/** Has an operator disabled the host? The key itself is good then, which a 401 would deny. */
export function isDisabled(error: ApiError): boolean {
  return error.code === 'forbidden' && /disabled/i.test(error.message)
}
