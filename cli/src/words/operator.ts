import { formatCredits } from '@mkt/schemas'
import { creditCount } from './count.ts'

/** What `mkt admin` says. */
export const operatorWords = {
  nothingDone: 'Nothing was done yet.',
  noAdmin: (user: string) => `${user} is no admin any more.`,
  granted: (user_id: string, amount: bigint, credits: bigint) =>
    `${user_id} got ${creditCount(amount)} and has ${formatCredits(credits)} now.`,
  changed: (id: string, name: string, disabled: boolean) => `${id} (${name}) is ${disabled ? 'disabled' : 'enabled'}.`,
  noneAre: (status: string) => `No withdrawals are ${status}.`,
  resolved: (id: string, status: string, credits: string, host_id: string) =>
    `${id} is ${status}: ${credits} of ${host_id}.`,
  stateOf: (disabled: boolean) => (disabled ? 'disabled' : 'enabled'),
  nothingFrozen: 'No host has frozen earnings.',
  earningsDecided: (credits: string, host_id: string, decision: 'release' | 'claw_back') =>
    decision === 'release' ? `${credits} were given back to ${host_id}.` : `${credits} of ${host_id} were clawed back.`,
  giveRole: 'On the machine of the server, `mkt-server admin create` gives it.',
  whereIds: '`mkt admin users`, `mkt admin hosts` and `mkt admin withdrawals` list the ids.',
}
