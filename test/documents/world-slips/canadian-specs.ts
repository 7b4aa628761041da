import type { DocumentType } from '../../../schemas/src/documents/fields.ts'
import { rows } from '../printer/lists.ts'

export interface SlipSpec {
  type: DocumentType
  form: string
  titles: readonly [english: string, french: string]
  payer: readonly [field: string, english: string, french: string]
  recipient: readonly [field: string, english: string, french: string]
  /** Where the slip has the recipient's number. */
  number?: readonly [box: string, english: string, french: string]
  /** With a kind where the box holds no amount. */
  boxes: readonly (readonly [
    box: string,
    english: string,
    french: string,
    field?: string | undefined,
    kind?: 'code' | 'digit',
  ])[]
}

export const T4A: SlipSpec = {
  type: 'T4A_TAX_SLIP',
  form: 'T4A',
  titles: [
    'Statement of Pension, Retirement, Annuity, and Other Income',
    'État du revenu de pension, de retraite, de rente ou d’autres sources',
  ],
  payer: ['payer_name', "Payer's name", 'Nom du payeur'],
  recipient: ['recipient_name', "Recipient's name and address", 'Nom et adresse du bénéficiaire'],
  number: ['012', 'Social insurance number', "Numéro d'assurance sociale"],
  boxes: rows`
    016 | Pension or superannuation – line 11500 | Prestations de retraite ou autres pensions – ligne 11500
    | pension_or_superannuation
    022 | Income tax deducted – line 43700 | Impôt sur le revenu retenu – ligne 43700 | income_tax_deducted
    018 | Lump-sum payments – line 13000 | Paiements forfaitaires – ligne 13000 | lump_sum_payments
    020 | Self-employed commissions | Commissions d'un travail indépendant | self_employed_commissions
    024 | Annuities | Rentes | annuities
    048 | Fees for services | Honoraires ou autres sommes pour services rendus | fees_for_services
  `,
}

export const T5: SlipSpec = {
  type: 'T5_TAX_SLIP',
  form: 'T5',
  titles: ['Statement of Investment Income', 'État des revenus de placement'],
  payer: ['payer_name', "Payer's name and address", 'Nom et adresse du payeur'],
  recipient: [
    'recipient_name',
    "Recipient's name (last name first) and address",
    'Nom, prénom et adresse du bénéficiaire',
  ],
  number: ['22', 'Recipient identification number', "Numéro d'identification du bénéficiaire"],
  boxes: rows`
    24 | Actual amount of eligible dividends | Montant réel des dividendes déterminés | actual_eligible_dividends
    25 | Taxable amount of eligible dividends | Montant imposable des dividendes déterminés
    | taxable_eligible_dividends
    26 | Dividend tax credit for eligible dividends | Crédit d'impôt pour dividendes déterminés
    13 | Interest from Canadian sources | Intérêts de source canadienne | interest_from_canadian_sources
    18 | Capital gains dividends | Dividendes sur gains en capital | capital_gains_dividends
    10 | Actual amount of dividends other than eligible dividends
    | Montant réel des dividendes autres que des dividendes déterminés
    11 | Taxable amount of dividends other than eligible dividends
    | Montant imposable des dividendes autres que des dividendes déterminés
    12 | Dividend tax credit for dividends other than eligible dividends
    | Crédit d'impôt pour dividendes autres que des dividendes déterminés
    21 | Report code | Code du feuillet | | code
    23 | Recipient type | Type de bénéficiaire | | digit
  `,
}

export const T3: SlipSpec = {
  type: 'T3_TAX_SLIP',
  form: 'T3',
  titles: [
    'Statement of Trust Income Allocations and Designations',
    'État des revenus de fiducie (répartitions et attributions)',
  ],
  payer: ['trust_name', "Trust's name and address", 'Nom et adresse de la fiducie'],
  recipient: [
    'recipient_name',
    "Recipient's name (last name first) and address",
    'Nom, prénom et adresse du bénéficiaire',
  ],
  number: ['12', 'Recipient identification number', "Numéro d'identification du bénéficiaire"],
  boxes: rows`
    49 | Actual amount of eligible dividends | Montant réel des dividendes déterminés | actual_eligible_dividends
    50 | Taxable amount of eligible dividends | Montant imposable des dividendes déterminés
    51 | Dividend tax credit for eligible dividends | Crédit d'impôt pour dividendes déterminés
    21 | Capital gains | Gains en capital | capital_gains
    30 | Capital gains eligible for deduction | Gains en capital admissibles pour déduction
    26 | Other income | Autres revenus | other_income
    18 | Beneficiary code | Code du bénéficiaire | | digit
    16 | Report code | Code du feuillet | | code
  `,
}

export const NR4: SlipSpec = {
  type: 'NR4_TAX_SLIP',
  form: 'NR4',
  titles: [
    'Statement of Amounts Paid or Credited to Non-Residents of Canada',
    'État des sommes payées ou créditées à des non-résidents du Canada',
  ],
  payer: ['payer_name', 'Name and address of payer or agent', "Nom et adresse du payeur ou de l'agent"],
  recipient: [
    'recipient_name',
    "Non-resident recipient's name and address",
    'Nom et adresse du bénéficiaire non-résident',
  ],
  boxes: [
    ['14', 'Income code', 'Code de revenu', 'income_code', 'digit'],
    ['15', 'Currency code', 'Code de devise', undefined, 'code'],
    ['16', 'Gross income', 'Revenu brut', 'gross_income'],
    ['17', 'Non-resident tax withheld', 'Impôt des non-résidents retenu', 'non_resident_tax_withheld'],
    ['18', 'Exemption code', "Code d'exemption", undefined, 'code'],
  ],
}

export const RL1: SlipSpec = {
  type: 'RL1_TAX_SLIP',
  form: 'RL-1',
  titles: ['Employment and Other Income', "Revenus d'emploi et revenus divers"],
  payer: ['employer_name', "Employer's or payer's name and address", "Nom et adresse de l'employeur ou du payeur"],
  recipient: [
    'employee_name',
    "Individual's last name, first name and address",
    'Nom de famille, prénom et adresse du particulier',
  ],
  number: ['', 'Social insurance number', "Numéro d'assurance sociale du particulier"],
  boxes: [
    ['A', 'Employment income', "Revenus d'emploi", 'employment_income'],
    ['B.A', 'QPP contribution', 'Cotisation au RRQ', 'qpp_contributions'],
    ['C', 'Employment Insurance premium', "Cotisation à l'assurance emploi", 'ei_premiums'],
    ['D', 'RPP contribution', 'Cotisation à un RPA', 'rpp_contributions'],
    ['E', 'Québec income tax withheld', 'Impôt du Québec retenu', 'income_tax_deducted'],
    ['F', 'Union dues', 'Cotisation syndicale', 'union_dues'],
    ['G', 'Pensionable salary or wages under the QPP', 'Salaire admissible au RRQ'],
    ['H', 'QPIP premium', 'Cotisation au RQAP', 'qpip_premiums'],
    ['I', 'Eligible salary or wages under the QPIP', 'Salaire admissible au RQAP'],
    ['J', 'Private health services plan', "Régime privé d'assurance maladie"],
    ['N', 'Charitable donations and gifts', 'Dons de bienfaisance'],
    ['L', 'Other benefits', 'Autres avantages'],
  ],
}
