import { box, type FormSpec } from '../form-spec.ts'
import { CANADIAN_PRINT, others, PAYER, RECIPIENT, SLIP_YEAR } from './canadian.ts'

/** T4A, Statement of Pension, Retirement, Annuity, and Other Income. Numbers are printed with three digits. */
export const T4A: FormSpec = {
  type: 'T4A_TAX_SLIP',
  boxes: [
    SLIP_YEAR,
    PAYER,
    ...RECIPIENT,
    box(
      'pension_or_superannuation',
      '16',
      'amount',
      'Pension or superannuation | Prestations de retraite ou autres pensions',
    ),
    box('lump_sum_payments', '18', 'amount', 'Lump-sum payments | Paiements forfaitaires'),
    box(
      'self_employed_commissions',
      '20',
      'amount',
      "Self-employed commissions | Commissions d'un travail indépendant",
    ),
    box('income_tax_deducted', '22', 'amount', 'Income tax deducted | Impôt sur le revenu retenu'),
    box('annuities', '24', 'amount', 'Annuities | Rentes'),
    box(
      'fees_for_services',
      '48',
      'amount',
      'Fees for services | Honoraires ou autres sommes pour services rendus | Honoraires',
    ),
    ...others({
      '13': [
        "Recipient's program account number",
        'Numéro de compte de programme du bénéficiaire',
        "Recipient's account number",
        'Numéro de compte du bénéficiaire',
      ],
      '61': [
        "Payer's program account number",
        'Numéro de compte de programme du payeur',
        "Payer's account number",
        'Numéro de compte du payeur',
      ],
    }),
  ],
  print: [
    ...CANADIAN_PRINT,
    'Statement of Pension, Retirement, Annuity, and Other Income',
    "État du revenu de pension, de retraite, de rente ou d'autres sources",
  ],
}
