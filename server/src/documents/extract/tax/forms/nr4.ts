import { box, type FormSpec } from '../form-spec.ts'
import { CANADIAN_PRINT, others, PAYER, RECIPIENT, SLIP_YEAR, withoutSin } from './canadian.ts'

/** NR4, Statement of Amounts Paid or Credited to Non-Residents of Canada. */
export const NR4: FormSpec = {
  type: 'NR4_TAX_SLIP',
  boxes: [
    { ...SLIP_YEAR, id: '10' },
    PAYER,
    ...withoutSin(RECIPIENT),
    box('income_code', '14', 'two-digits', 'Income code | Code de revenu | Code du revenu'),
    box('gross_income', '16', 'amount', 'Gross income | Revenu brut'),
    box('non_resident_tax_withheld', '17', 'amount', 'Non-resident tax withheld | Impôt des non-résidents retenu'),
    ...others({
      '11': 'Recipient code | Code du bénéficiaire',
      '12': 'Recipient type | Country code | Code pays | Code de pays',
      '13': [
        'Payer or agent identification number',
        "Numéro d'identification du payeur ou de l'agent",
        'Foreign or Canadian tax identification number',
      ],
      '15': 'Currency code | Code de devise',
      '18': "Exemption code | Code d'exemption",
    }),
  ],
  print: [
    ...CANADIAN_PRINT,
    'Statement of Amounts Paid or Credited to Non-Residents of Canada',
    // Slips of two lines of income number each column twice: `14 or 24 Income code`.
    'or 24',
    'or 25',
    'or 26',
    'or 27',
    'ou 24',
    'ou 25',
    'ou 26',
    'ou 27',
    'État des sommes payées ou créditées à des non-résidents du Canada',
  ],
}
