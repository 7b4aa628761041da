import { box, type FormSpec } from '../form-spec.ts'
import { CANADIAN_PRINT, others, PAYER, RECIPIENT, SLIP_YEAR, withoutSin } from './canadian.ts'

/** T5, Statement of Investment Income. */
export const T5: FormSpec = {
  type: 'T5_TAX_SLIP',
  boxes: [
    SLIP_YEAR,
    PAYER,
    ...withoutSin(RECIPIENT),
    box(
      'actual_eligible_dividends',
      '24',
      'amount',
      'Actual amount of eligible dividends | Montant réel des dividendes déterminés | Actual eligible dividends',
    ),
    box(
      'taxable_eligible_dividends',
      '25',
      'amount',
      'Taxable amount of eligible dividends | Montant imposable des dividendes déterminés | Taxable eligible dividends',
    ),
    box(
      'interest_from_canadian_sources',
      '13',
      'amount',
      'Interest from Canadian sources | Intérêts de source canadienne',
    ),
    box('capital_gains_dividends', '18', 'amount', 'Capital gains dividends | Dividendes sur gains en capital'),
    ...others({
      '10': [
        'Actual amount of dividends other than eligible dividends',
        'Montant réel des dividendes autres que des dividendes déterminés',
      ],
      '11': [
        'Taxable amount of dividends other than eligible dividends',
        'Montant imposable des dividendes autres que des dividendes déterminés',
      ],
      '12': [
        'Dividend tax credit for dividends other than eligible dividends',
        'Crédit d’impôt pour dividendes autres que des dividendes déterminés',
      ],
      '14': 'Other income from Canadian sources | Autres revenus de source canadienne',
      '15': 'Foreign income | Revenus étrangers',
      '16': 'Foreign tax paid | Impôt étranger payé',
      '17': 'Royalties from Canadian sources | Redevances de source canadienne',
      '19': 'Accrued income: Annuities | Revenus accumulés : Rentes',
      '21': 'Report code | Report Code | Code de feuillet | Code du feuillet',
      '22': "Recipient identification number | Numéro d'identification du bénéficiaire",
      '23': 'Recipient type | Genre de bénéficiaire | Type de bénéficiaire',
      '26': 'Dividend tax credit for eligible dividends | Crédit d’impôt pour dividendes déterminés',
      '27': 'Foreign currency | Devises étrangères',
      '28': 'Transit | Succursale',
      '29': 'Recipient account | Numéro de compte du bénéficiaire',
    }),
  ],
  print: [
    ...CANADIAN_PRINT,
    'Statement of Investment Income',
    'État des revenus de placement',
    'Currency and identification codes',
    'Codes de devise et d’identification',
    'For information, see the back',
    'Dividends from Canadian corporations',
    'Federal credit',
    'Dividendes de sociétés canadiennes',
    'Crédit fédéral',
  ],
}
