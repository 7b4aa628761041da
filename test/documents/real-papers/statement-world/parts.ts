import type { Chance } from '../../chance.ts'
import type { Specimen } from '../../specimen.ts'
import { type Ledger, rowsOf } from '../ledger.ts'
import type { Paper } from '../paper.ts'
import { monthOf } from '../print.ts'

export const month = (chance: Chance) => monthOf(chance.whole(2019, 2025), chance.whole(1, 12))

export interface Said {
  fields: Record<string, string>
  ledger: Ledger
  optional?: string[]
  totals?: boolean
  type?: 'BANK_STATEMENT' | 'CREDIT_CARD_STATEMENT'
}

export async function specimen(
  name: string,
  paper: Paper,
  { fields, ledger, optional, totals = true, type = 'BANK_STATEMENT' }: Said,
): Promise<Specimen> {
  return {
    name: `${name}.pdf`,
    bytes: await paper.save(),
    truth: {
      document_type: type,
      fields: {
        ...fields,
        opening_balance: ledger.opening,
        closing_balance: ledger.closing,
        ...(totals ? { total_deposits: ledger.credits, total_withdrawals: ledger.debits } : {}),
      },
      ...(optional ? { optional } : {}),
      tables: { transactions: rowsOf(ledger.entries) },
      risk: 'clean',
    },
  }
}

export const CANADA = {
  into: ['Payroll Deposit QUILLMARK SYSTEMS', 'e-Transfer received Leonie F', 'Mobile cheque deposit', 'GST CANADA'],
  out: [
    'Contactless Interac purchase - 4471 NORTHERN GROCER',
    'e-Transfer sent Tobias',
    'Monthly fee',
    'Bill Payment HYDRO GUELPH',
    'Online Banking transfer - 2231',
  ],
}
