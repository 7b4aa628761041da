import type { PageLayout } from '../../model/layout.ts'
import { findIbans } from '../../values/ids.ts'
import { findVatIds } from '../../values/tax-ids.ts'

/**
 * Who is paid has the account: 1 where an address's VAT number is of the account's country, -1 where of another one,
 * 0 where the page has no numbers of two countries or no account of one.
 */
export function accountsCountry(address: readonly string[], pages: readonly PageLayout[]): number {
  const all = pages.map(({ text }) => text).join('\n')
  const [account, ...more] = countries(findIbans(all))
  const printed = countries(findVatIds(all))
  const [own, ...others] = countries(address.flatMap(findVatIds))
  if (!account || !own || more.length > 0 || others.length > 0 || printed.size < 2 || !printed.has(account)) return 0
  return own === account ? 1 : -1
}

const countries = (numbers: readonly { plain: string }[]) => new Set(numbers.map(({ plain }) => plain.slice(0, 2)))
