import { box, type FormSpec } from '../form-spec.ts'
import { CANADIAN_PRINT, others, RECIPIENT, SLIP_YEAR, withoutSin } from './canadian.ts'

/** T3, Statement of Trust Income Allocations and Designations. */
export const T3: FormSpec = {
  type: 'T3_TAX_SLIP',
  boxes: [
    SLIP_YEAR,
    box(
      'trust_name',
      '',
      'name',
      [
        "Trust's name",
        "Trust's name and address",
        'Nom et adresse de la fiducie',
        'Nom de la fiducie',
        'Trust name',
        'Name of trust',
      ],
      /^trusts?_?name/i,
    ),
    ...withoutSin(RECIPIENT),
    box('capital_gains', '21', 'amount', 'Capital gains | Gains en capital'),
    box(
      'actual_eligible_dividends',
      '49',
      'amount',
      'Actual amount of eligible dividends | Montant réel des dividendes déterminés',
    ),
    box('other_income', '26', 'amount', 'Other income | Autres revenus'),
    ...others({
      '14': 'Account number | Numéro de compte',
      '16': "Trust year end | Fin de l'année de la fiducie",
      '18': 'Beneficiary code | Code du bénéficiaire',
      '23': [
        'Actual amount of dividends',
        'Actual amount of dividends other than eligible dividends',
        'Montant réel des dividendes autres que des dividendes déterminés',
      ],
      '30': 'Capital gains eligible for deduction | Gains en capital admissibles pour déduction',
      '32': [
        'Taxable amount of dividends other than eligible dividends',
        'Montant imposable des dividendes autres que des dividendes déterminés',
      ],
      '39': [
        'Dividend tax credit for dividends other than eligible dividends',
        'Crédit d’impôt pour dividendes autres que des dividendes déterminés',
      ],
      '50': 'Taxable amount of eligible dividends | Montant imposable des dividendes déterminés',
      '42': 'Amount resulting in cost base adjustment | Montant donnant lieu à un rajustement du prix de base',
      '51': [
        'Dividend tax credit',
        'Dividend tax credit for eligible dividends',
        'Crédit d’impôt pour dividendes déterminés',
      ],
    }),
  ],
  print: [
    ...CANADIAN_PRINT,
    'Statement of Trust Income Allocations and Designations',
    'État des revenus de fiducie (répartitions et attributions)',
  ],
}
