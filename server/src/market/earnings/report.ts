import type { EarningsHistory } from '@mkt/schemas'
import { isoTime, isoTimeOrNull } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import type { PostingKind } from '../../base/posting-kinds.ts'
import type { Reader } from '../../storage/database.ts'
import { hostById } from '../hosts/store.ts'
import { sumOf } from '../ledger/accounts.ts'
import { stagesOf } from '../ledger/store.ts'
import { frozenHistory, type hostsWithFrozen } from './frozen-store.ts'

/** Frozen earnings of a host as an operator sees them. */
export function describeFrozen(row: Awaited<ReturnType<typeof hostsWithFrozen>>[number]) {
  const { host_id, owner_user_id, disabled, amount_nano: amount, promo_nano: promotional } = row
  const shut_out_at = isoTimeOrNull(row.shut_out_at)
  return { host_id, owner_user_id, disabled: disabled !== 0, amount, promotional, shut_out_at }
}

type What = EarningsHistory['history'][number]['what']
const WHAT: Partial<Record<PostingKind | 'split', What>> = {
  freeze: 'frozen',
  unfreeze: 'released',
  'claw-back': 'clawed_back',
  dispute: 'disputed',
  undispute: 'dispute_rejected',
}

/** The same with all that came to them and left them. Error: not_found. */
export async function showFrozen(reader: Reader, host_id: string): Promise<EarningsHistory> {
  const host = await hostById(reader, host_id)
  if (!host) throw new DomainError('not_found', 'There is no host with this id.')
  const { frozen } = await stagesOf(reader, host_id, ['frozen'])
  const history = (await frozenHistory(reader, host_id)).flatMap(({ kind, reason, created_at, amount_nano }) => {
    const what = WHAT[kind]
    const amount = amount_nano < 0n ? -amount_nano : amount_nano
    return what ? [{ at: isoTime(created_at), what, amount, reason }] : []
  })
  return { ...describeFrozen({ ...host, amount_nano: sumOf(frozen), promo_nano: frozen.promo }), history }
}
