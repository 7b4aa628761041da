import { box, decoy, type FormSpec } from '../form-spec.ts'
import { CANADIAN_PRINT, CANADIAN_RECIPIENT, SLIP_YEAR } from './canadian.ts'

/** Codes that a T4 may have in its other information: all that are no boxes of the form itself. */
export const OTHER_CODES = /^(?:3\d|4[0-3]|5[7-9]|6\d|7\d|8\d|9\d)$/

/** T4, Statement of Remuneration Paid (CRA). Box numbers and captions of the layouts since 2019, English and French. */
export const T4: FormSpec = {
  type: 'T4_TAX_SLIP',
  codes: OTHER_CODES,
  boxes: [
    SLIP_YEAR,
    box(
      'employer_name',
      '',
      'name',
      "Employer's name | Nom de l'employeur | Employer name | Employer | Employeur | Employer's name and address | Nom et adresse de l'employeur | Company name | Issued by | Émis par",
      /^employers?_?name$/i,
    ),
    box(
      'employer_account_number',
      '54',
      'bn',
      "Employer's account number | Numéro de compte de l'employeur | Employer account number | Payroll account number | Business number | BN | CRA account number | Account number | Numéro d'entreprise | Payroll program account number",
    ),
    ...CANADIAN_RECIPIENT("Employee's | Employee", "de l'employé"),
    box(
      'province_of_employment',
      '10',
      'province',
      "Province of employment | Province d'emploi | Province or territory of employment | Province",
    ),
    box('employment_income', '14', 'amount', "Employment income | Revenus d'emploi | Revenu d'emploi"),
    box(
      'cpp_contributions',
      '16',
      'amount',
      "Employee's CPP contributions | Cotisations de l'employé au RPC | CPP contributions | Employee CPP contributions | CPP contributions employee | Cotisations au RPC",
    ),
    box(
      'second_cpp_contributions',
      '16A',
      'amount',
      "Employee's second CPP contributions | Deuxièmes cotisations au RPC | Deuxième cotisation au RPC | Deuxièmes cotisations de l'employé au RPC | Deuxième cotisation de l'employé au RPC | Deuxièmes cotisations supplémentaires de l'employé au RPC | Second CPP contributions | CPP2 contributions | Employee's CPP2 contributions | Employee second CPP contributions",
    ),
    box(
      'qpp_contributions',
      '17',
      'amount',
      "Employee's QPP contributions | Cotisations de l'employé au RRQ | QPP contributions | Employee QPP contributions | Cotisations au RRQ",
    ),
    box(
      'second_qpp_contributions',
      '17A',
      'amount',
      "Employee's second QPP contributions | Deuxièmes cotisations au RRQ | Deuxième cotisation au RRQ | Deuxièmes cotisations de l'employé au RRQ | Deuxième cotisation de l'employé au RRQ | Deuxièmes cotisations supplémentaires de l'employé au RRQ | Second QPP contributions | QPP2 contributions | Employee second QPP contributions",
    ),
    box(
      'ei_premiums',
      '18',
      'amount',
      "Employee's EI premiums | Cotisations de l'employé à l'AE | EI premiums | Employee EI premiums | Cotisations à l'AE | Cotisations d'AE",
    ),
    box(
      'rpp_contributions',
      '20',
      'amount',
      'RPP contributions | Cotisations à un RPA | Registered pension plan contributions',
    ),
    box(
      'income_tax_deducted',
      '22',
      'amount',
      'Income tax deducted | Impôt sur le revenu retenu | Impôt retenu | Federal income tax deducted',
    ),
    box(
      'ei_insurable_earnings',
      '24',
      'amount',
      "EI insurable earnings | Gains assurables d'AE | Gains assurables AE | Insurable earnings",
    ),
    box(
      'cpp_qpp_pensionable_earnings',
      '26',
      'amount',
      'CPP/QPP pensionable earnings | Gains ouvrant droit à pension – RPC/RRQ | Gains ouvrant droit à pension | CPP pensionable earnings | QPP pensionable earnings | Pensionable earnings',
    ),
    decoy('28', { captions: 'Exempt | Exemption | Exempt – Exemption' }),
    box('employment_code', '29', 'two-digits', "Employment code | Code d'emploi"),
    box('union_dues', '44', 'amount', 'Union dues | Cotisations syndicales'),
    box(
      'dental_benefits_code',
      '45',
      'digit',
      "Employer-offered dental benefits | Prestations dentaires offertes par l'employeur | Dental benefits code | Dental benefits | Prestations dentaires | Employer offered dental coverage",
      /^box45|^dropdownlist$/i,
    ),
    box('charitable_donations', '46', 'amount', 'Charitable donations | Dons de bienfaisance'),
    box(
      'rpp_dpsp_registration_number',
      '50',
      'registration',
      "RPP or DPSP registration number | N° d'agrément d'un RPA ou d'un RPDB | Numéro d'agrément d'un RPA ou d'un RPDB | RPP/DPSP registration number | RPP registration number | Pension plan registration number",
    ),
    box('pension_adjustment', '52', 'amount', "Pension adjustment | Facteur d'équivalence"),
    box(
      'ppip_premiums',
      '55',
      'amount',
      "Employee's PPIP premiums | Cotisations de l'employé au RPAP | PPIP premiums | Employee PPIP premiums | Provincial parental insurance plan premiums",
    ),
    box(
      'ppip_insurable_earnings',
      '56',
      'amount',
      'PPIP insurable earnings | Gains assurables du RPAP | Gains assurables RPAP',
    ),
  ],
  print: [
    ...CANADIAN_PRINT,
    'Statement of Remuneration Paid',
    'État de la rémunération payée',
    'CPP/QPP',
    'RPC/RRQ',
    'EI | AE',
    'PPIP | RPAP',
    'see over',
    'voir au verso',
    'Total | Totals',
  ].flatMap((text) => text.split(' | ')),
}
