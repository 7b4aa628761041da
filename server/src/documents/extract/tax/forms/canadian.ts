import { type BoxSpec, box, type Captions, decoy } from '../form-spec.ts'

/** The year's own box on Canadian slips. */
export const SLIP_YEAR = box(
  'tax_year',
  '',
  'year',
  [
    'Year',
    'Année',
    'Tax year',
    'Taxation year',
    "Année d'imposition",
    'Calendar year',
    'For the year',
    'Année civile',
    "Pour l'année",
  ],
  /^(tax_?)?year$|^annee$/i,
)

/**
 * Name, address and number of the person a slip is for. `whose` are the English words before "name" (parted by |),
 * `de` the French ones after "nom".
 */
export function CANADIAN_RECIPIENT(whose: string, de: string, field = 'employee_name'): BoxSpec[] {
  const owners = whose.split('|').map((owner) => owner.trim())
  const full = owners.flatMap((owner) => [`${owner} name and address`, `${owner} name`, `${owner} full name`])
  const bareFrench = de.replace(/^(?:de l'|du |de )/, '')
  const french = [`Nom et adresse ${de}`, `Nom ${de}`, bareFrench]
  const bare = owners.filter((owner) => !owner.includes("'"))
  return [
    box(
      `+last:${field}`,
      '',
      'name',
      [
        'Last name (in capital letters)',
        'Last name (print)',
        'Last name',
        'Surname',
        'Family name',
        'Nom de famille (en lettres moulées)',
        'Nom de famille',
      ],
      /last_?name$|surname|familyname/i,
    ),
    box(
      `+first:${field}`,
      '',
      'name',
      'First name | Given name | Prénom | First name and initial',
      /first_?name$|prenom$/i,
    ),
    box(`+initial:${field}`, '', 'name', 'Initial | Initials | Initiale | Initiales', /initials?$/i),
    box(
      `+full:${field}`,
      '',
      'name',
      [...full, ...french, ...bare].join(' | '),
      /^(employee|recipient|student|beneficiary)s?_?name(_?add(ress)?)?$/i,
    ),
    box(
      'social_insurance_number',
      '12',
      'sin',
      [
        'Social insurance number',
        "Numéro d'assurance sociale",
        'SIN',
        'NAS',
        'Social insurance no',
        'Social insurance number (SIN)',
        'Recipient identification number',
        "Numéro d'identification du bénéficiaire",
      ],
      /^(box12|sin|nas)$/i,
    ),
    { field: '', id: undefined, kind: 'decoy', captions: ['Address', 'Adresse'], names: [/address$|^adresse$/i] },
  ]
}

/** Titles and hints that every Canadian slip prints. */
export const CANADIAN_PRINT = [
  'Canada Revenue Agency',
  'Agence du revenu du Canada',
  'Protected B when completed',
  'Protégé B une fois rempli',
  'Other information',
  'Other information (see over)',
  'Autres renseignements',
  'Autres renseignements (voir au verso)',
  'Box – Case',
  'Amount – Montant',
  'Box',
  'Case',
  'Amount',
  'Montant',
  'Code',
  'Footnotes',
  'Footnotes – Notes explicatives',
  'Notes explicatives',
  'Privacy Act, personal information bank number',
  'Loi sur la protection des renseignements personnels, fichier de renseignements personnels numéro',
  'line | ligne',
  'Attach to your income tax return',
  'Annexez à votre déclaration',
].flatMap((text) => text.split(' | '))

/** Who pays, on slips for income that is no employment income. */
export const PAYER = box(
  'payer_name',
  '',
  'name',
  [
    "Payer's name",
    'Nom du payeur',
    "Payer's name and address",
    'Nom et adresse du payeur',
    'Payer name',
    'Payer',
    'Payeur',
    'Name and address of payer or agent',
    "Nom et adresse du payeur ou de l'agent",
    'Non-resident account name',
    'Issued by',
    'Émis par',
  ],
  /^(payers?|employers?)_?name/i,
)

/** Who is paid. */
export const RECIPIENT = CANADIAN_RECIPIENT("Recipient's | Recipient", 'du bénéficiaire', 'recipient_name').map(
  (spec) =>
    spec.field === '+full:recipient_name'
      ? {
          ...spec,
          captions: [
            ...spec.captions,
            "Recipient's name (last name first) and address",
            'Nom, prénom et adresse du bénéficiaire',
            'Nom (nom de famille en premier) et adresse du bénéficiaire',
            'Name of recipient',
            'Name and address of recipient',
            'Name and address of beneficiary',
            'Bénéficiaire',
          ],
          names: [...spec.names, /^(recipient|beneficiary)s?name(add)?$/i, /^name$/i],
        }
      : spec,
)

/** The number of the person is no field of these forms; the box stays, so that no other takes its value. */
export const withoutSin = (boxes: readonly BoxSpec[]) =>
  boxes.map((spec) =>
    spec.field === 'social_insurance_number' ? { ...spec, field: '', kind: 'decoy' as const } : spec,
  )

/** Boxes that no field takes, by number. */
export const others = (boxes: Record<string, Captions>) =>
  Object.entries(boxes).map(([id, captions]) => decoy(id, { captions }))
