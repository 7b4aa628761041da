import { DomainError } from '../../base/errors.ts'
import type { Market } from '../deps.ts'
import { recordAppeal } from './verdict-store.ts'

/** What a refused host's owner says against it, for an operator to read. Error: conflict where there is nothing to. */
export async function appealVerdict(
  { database, clock }: Pick<Market, 'database' | 'clock'>,
  host_id: string,
  text: string,
): Promise<void> {
  const appealed = await database.transaction((tx) => recordAppeal(tx, { host_id, text, now: clock.now() }))
  if (!appealed)
    throw new DomainError('conflict', 'Nothing is refused here on which the operator has not decided already.')
}
