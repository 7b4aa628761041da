import { type BoxSpec, box, decoy, type FormSpec } from '../form-spec.ts'
import { CANADIAN_PRINT, CANADIAN_RECIPIENT, SLIP_YEAR } from './canadian.ts'

const PAYER = box(
  'payer_name',
  '',
  'name',
  "Payer's name | Nom du payeur | Payer's name and address | Nom et adresse du payeur | Payer name | Payer | Payeur | Name and address of payer or agent | Nom et adresse du payeur ou de l'agent | Non-resident account name",
  /^(payers?|employers?)_?name/i,
)

const RECIPIENT = CANADIAN_RECIPIENT("Recipient's | Recipient", 'du bénéficiaire', 'recipient_name').map((spec) =>
  spec.field === '+full:recipient_name'
    ? {
        ...spec,
        captions: [
          ...spec.captions,
          "Recipient's name (last name first) and address",
          'Nom, prénom et adresse du bénéficiaire',
          'Nom (nom de famille en premier) et adresse du bénéficiaire',
          'Name of recipient',
          'Bénéficiaire',
        ],
        names: [...spec.names, /^(recipient|beneficiary)s?name(add)?$/i, /^name$/i],
      }
    : spec,
)

const withoutSin = (boxes: readonly BoxSpec[]) =>
  boxes.map((spec) =>
    spec.field === 'social_insurance_number' ? { ...spec, field: '', kind: 'decoy' as const } : spec,
  )

const others = (boxes: Record<string, string>) => Object.entries(boxes).map(([id, captions]) => decoy(id, { captions }))

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
      '13': "Recipient's program account number | Numéro de compte de programme du bénéficiaire | Recipient's account number | Numéro de compte du bénéficiaire",
      '61': "Payer's program account number | Numéro de compte de programme du payeur | Payer's account number | Numéro de compte du payeur",
    }),
  ],
  print: [
    ...CANADIAN_PRINT,
    'Statement of Pension, Retirement, Annuity, and Other Income',
    "État du revenu de pension, de retraite, de rente ou d'autres sources",
  ],
}

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
      '10': 'Actual amount of dividends other than eligible dividends | Montant réel des dividendes autres que des dividendes déterminés',
      '11': 'Taxable amount of dividends other than eligible dividends | Montant imposable des dividendes autres que des dividendes déterminés',
      '12': 'Dividend tax credit for dividends other than eligible dividends | Crédit d’impôt pour dividendes autres que des dividendes déterminés',
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

/** T3, Statement of Trust Income Allocations and Designations. */
export const T3: FormSpec = {
  type: 'T3_TAX_SLIP',
  boxes: [
    SLIP_YEAR,
    box(
      'trust_name',
      '',
      'name',
      "Trust's name | Trust's name and address | Nom et adresse de la fiducie | Nom de la fiducie | Trust name | Name of trust",
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
      '23': 'Actual amount of dividends other than eligible dividends | Montant réel des dividendes autres que des dividendes déterminés',
      '30': 'Capital gains eligible for deduction | Gains en capital admissibles pour déduction',
      '32': 'Taxable amount of dividends other than eligible dividends | Montant imposable des dividendes autres que des dividendes déterminés',
      '39': 'Dividend tax credit for dividends other than eligible dividends | Crédit d’impôt pour dividendes autres que des dividendes déterminés',
      '50': 'Taxable amount of eligible dividends | Montant imposable des dividendes déterminés',
      '51': 'Dividend tax credit for eligible dividends | Crédit d’impôt pour dividendes déterminés',
    }),
  ],
  print: [
    ...CANADIAN_PRINT,
    'Statement of Trust Income Allocations and Designations',
    'État des revenus de fiducie (répartitions et attributions)',
  ],
}

/** T2202, Tuition and Enrolment Certificate; T2202A before 2019 with letters for boxes. */
export const T2202: FormSpec = {
  type: 'T2202_TAX_SLIP',
  boxes: [
    SLIP_YEAR,
    box(
      'institution_name',
      '',
      'name',
      'Name and address of designated educational institution | Nom et adresse de l’établissement d’enseignement agréé | Name of designated educational institution | Educational institution | Institution name | Name of institution',
      /^(institution|school)_?name/i,
    ),
    ...CANADIAN_RECIPIENT("Student's | Student", "de l'étudiant", 'student_name'),
    box(
      'eligible_tuition_fees',
      '23',
      'amount',
      'Eligible tuition fees, part-time and full-time sessions | Frais de scolarité admissibles pour études à temps partiel et à temps plein | Eligible tuition fees | Frais de scolarité admissibles | Total eligible tuition fees',
    ),
    box(
      'part_time_months',
      '24',
      'months',
      'Number of months part-time | Nombre de mois à temps partiel | Total number of months part-time | Part-time months',
    ),
    box(
      'full_time_months',
      '25',
      'months',
      'Number of months full-time | Nombre de mois à temps plein | Total number of months full-time | Full-time months',
    ),
    ...others({
      '15': 'Student number | Numéro d’étudiant',
      '13': 'Name of program or course | Nom du programme ou du cours',
      '11': "School type | Type d'école",
    }),
  ],
  print: [
    ...CANADIAN_PRINT,
    'Tuition and Enrolment Certificate',
    "Certificat pour frais de scolarité et d'inscription",
    'Totals',
    'Session periods',
  ],
}

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
      '13': "Payer or agent identification number | Numéro d'identification du payeur ou de l'agent | Foreign or Canadian tax identification number",
      '15': 'Currency code | Code de devise',
      '18': "Exemption code | Code d'exemption",
    }),
  ],
  print: [
    ...CANADIAN_PRINT,
    'Statement of Amounts Paid or Credited to Non-Residents of Canada',
    'État des sommes payées ou créditées à des non-résidents du Canada',
  ],
}

/** RL-1 (Relevé 1), Employment and other income, Revenu Québec: letters for boxes, French first. */
export const RL1: FormSpec = {
  type: 'RL1_TAX_SLIP',
  boxes: [
    SLIP_YEAR,
    box(
      'employer_name',
      '',
      'name',
      "Nom et adresse de l'employeur ou du payeur | Nom et adresse de l'employeur | Nom de l'employeur | Employer's or payer's name and address | Employer's name and address | Employer's name | Employeur | Employer",
      /^(nom2|employers?_?name|nom_?employeur)/i,
    ),
    ...CANADIAN_RECIPIENT("Employee's | Employee", "de l'employé", 'employee_name').map((spec) =>
      spec.field === 'social_insurance_number'
        ? { ...spec, field: '', id: undefined, kind: 'decoy' as const }
        : spec.field.startsWith('+full')
          ? {
              ...spec,
              captions: [
                ...spec.captions,
                'Nom de famille, prénom et adresse du particulier',
                'Nom de famille, prénom et adresse',
                'Last name, first name and address',
                'Nom et adresse du particulier',
              ],
            }
          : spec,
    ),
    box(
      'employment_income',
      'A',
      'amount',
      "Revenus d'emploi avant les retenues à la source | Revenus d'emploi | Employment income before source deductions | Employment income",
    ),
    box(
      'qpp_contributions',
      'B',
      'amount',
      'Cotisation au RRQ | Cotisation de base au RRQ | QPP contribution | Cotisations au RRQ | QPP contributions',
    ),
    box(
      'ei_premiums',
      'C',
      'amount',
      "Cotisation à l'assurance emploi | Cotisations à l'assurance-emploi | Employment insurance premium | Employment insurance premiums",
    ),
    box(
      'rpp_contributions',
      'D',
      'amount',
      'Cotisation à un RPA | Cotisations à un RPA | RPP contribution | RPP contributions',
    ),
    box(
      'income_tax_deducted',
      'E',
      'amount',
      'Impôt du Québec retenu | Québec income tax withheld | Quebec income tax withheld',
    ),
    box('union_dues', 'F', 'amount', 'Cotisation syndicale | Cotisations syndicales | Union dues'),
    box('qpip_premiums', 'H', 'amount', 'Cotisation au RQAP | Cotisations au RQAP | QPIP premium | QPIP premiums'),
    ...others({
      G: 'Salaire admissible au RRQ | Pensionable salary or wages under the QPP | Pensionable earnings under the QPP',
      I: 'Salaire admissible au RQAP | Eligible salary or wages under the QPIP | QPIP eligible salary',
      J: "Régime privé d'assurance maladie | Private health services plan",
      K: 'Voyages (région éloignée) | Trips for residents of remote areas',
      L: 'Autres avantages | Other benefits',
      M: 'Commissions | Commissions incluses',
      N: 'Dons de bienfaisance | Charitable donations and gifts',
      O: 'Autres revenus | Other income',
    }),
  ],
  print: [
    ...CANADIAN_PRINT,
    "Revenus d'emploi et revenus divers",
    'Employment and other income',
    'Relevé 1',
    'RL-1',
    'Revenu Québec',
    "Numéro d'assurance sociale du particulier",
  ],
}
