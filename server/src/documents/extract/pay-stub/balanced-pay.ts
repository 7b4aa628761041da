import type { Field } from '../../model/findings.ts'
import { alike, borneBySum } from '../labels/alike.ts'

type Name = 'gross_pay' | 'total_taxes' | 'total_deductions' | 'net_pay'

type Pools = Record<Name, readonly Field[]>

type Chosen = Partial<Record<Name, Field>>

/** What adds up is at least this sure, where nothing that is labelled as well says otherwise. */
const PROVEN = 0.98

/**
 * One thing on every stub. What is taken off is summed with taxes and without, what is earned before and after
 * parts that are not taxed, under names that are as good.
 */
const ONE_THING: Name = 'net_pay'

/** The surest of each name; where several are labelled alike, those in which gross less what is taken off is net. */
export function chooseBalanced(pools: Pools): Chosen {
  const entries = Object.entries(pools) as [Name, readonly Field[]][]
  const near = {
    gross_pay: alike(pools.gross_pay),
    total_taxes: alike(pools.total_taxes),
    total_deductions: alike(pools.total_deductions),
    net_pay: alike(pools.net_pay),
  }
  const surest: Chosen = {}
  for (const [name, [field]] of entries) if (field) surest[name] = field
  const found = balanced(near)
  if (!found) return surest
  const proven = (Object.entries(found) as [Name, Field][]).map(([name, field]) => [
    name,
    borneBySum(field, name === ONE_THING ? near[name] : [], PROVEN),
  ])
  return { ...surest, ...Object.fromEntries(proven) }
}

const cents = (field: Field | undefined) => Math.round(Number(field?.value ?? 0) * 100)

/** The first choice that closes; deductions may hold the taxes or not. */
function balanced({ gross_pay, net_pay, total_deductions, total_taxes }: Pools): Chosen | undefined {
  for (const gross of gross_pay)
    for (const net of net_pay)
      for (const deducted of [...total_deductions, undefined])
        for (const tax of [...total_taxes, undefined]) {
          const off = cents(gross) - cents(net)
          const [less, taxed] = [Math.abs(cents(deducted)), Math.abs(cents(tax))]
          const holds = (deducted || tax) && (off === less + taxed || (deducted && off === less))
          if (!holds || off === 0) continue
          const taken = { ...(deducted ? { total_deductions: deducted } : {}), ...(tax ? { total_taxes: tax } : {}) }
          return { gross_pay: gross, net_pay: net, ...taken }
        }
  return undefined
}
