import { box, type FormSpec } from '../form-spec.ts'
import { CANADIAN_PRINT, CANADIAN_RECIPIENT, others, SLIP_YEAR } from './canadian.ts'

/** RL-1 (Relevé 1), Employment and other income, Revenu Québec: letters for boxes, French first. */
export const RL1: FormSpec = {
  type: 'RL1_TAX_SLIP',
  boxes: [
    SLIP_YEAR,
    box(
      'employer_name',
      '',
      'name',
      [
        "Nom et adresse de l'employeur ou du payeur",
        "Nom et adresse de l'employeur",
        "Nom de l'employeur",
        "Employer's or payer's name and address",
        "Employer's name and address",
        "Employer's name",
        'Employeur',
        'Employer',
      ],
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
                'Nom, prénom et adresse du particulier',
                'Prénom, nom et adresse du particulier',
                'Last name, first name and address',
                'Nom et adresse du particulier',
              ],
            }
          : spec,
    ),
    box('employment_income', 'A', 'amount', [
      "Revenus d'emploi avant les retenues à la source",
      "Revenus d'emploi",
      'Employment income before source deductions',
      'Employment income',
    ]),
    box(
      'qpp_contributions',
      'B',
      'amount',
      'Cotisation au RRQ | Cotisation de base au RRQ | QPP contribution | Cotisations au RRQ | QPP contributions',
    ),
    box('ei_premiums', 'C', 'amount', [
      "Cotisation à l'assurance emploi",
      "Cotisations à l'assurance-emploi",
      'Employment insurance premium',
      'Employment insurance premiums',
    ]),
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
