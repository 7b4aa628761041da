import type { hostsWithFrozen } from './frozen-store.ts'

/** Frozen earnings of a host as an operator sees them. */
export function describeFrozen(row: Awaited<ReturnType<typeof hostsWithFrozen>>[number]) {
  const { host_id, owner_user_id, disabled, amount_nano: amount, promo_nano: promotional } = row
  return { host_id, owner_user_id, disabled: disabled !== 0, amount, promotional }
}
