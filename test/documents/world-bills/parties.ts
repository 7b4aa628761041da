import type { Chance } from '../chance.ts'
import { TAX_IDS } from './ids.ts'

type Country = keyof typeof TAX_IDS

interface Land {
  forms: readonly string[]
  streets: readonly string[]
  towns: readonly string[]
  names: readonly string[]
}

const WORDS = {
  de: [
    'Nordlicht Messtechnik',
    'Brunnhuber & Söhne',
    'Tischlerei Ackermann',
    'Veltins Bürobedarf',
    'Rheinblick Medien',
    'Hofstetter Anlagenbau',
  ],
  romance: [
    'Talleres Arrieta',
    'Atelier Montrachet',
    'Officine Bellandi',
    'Grupo Calderón',
    'Maison Delvaux',
    'Ferragens Tavares',
  ],
  north: [
    'Sundby Marin',
    'Fjellstad Regnskap',
    'Lillebror Design',
    'Havnegade Kaffe',
    'Norrtull Bygg',
    'Kivimäki Sähkö',
  ],
  east: [
    'Zakład Usług Kowalik',
    'Hurtownia Jeziorak',
    'Pekárna Vrchlabí',
    'Elektro Havránek',
    'Drukarnia Świt',
    'Stavby Říčany',
  ],
  english: [
    'Bramblewick',
    'Pacific Crest Tooling',
    'Halyard & Pike',
    'Cobalt Ridge',
    'Wrenfield Partners',
    'Tidewater Print',
    'Ashgrove Dental',
    'Kestrel Freight',
  ],
}

const LANDS: Record<Country, Land> = {
  de: {
    forms: ['GmbH', 'GmbH & Co. KG', 'AG', 'e.K.'],
    streets: ['Industriestr. 14', 'Am Alten Hafen 3', 'Goethestraße 27a'],
    towns: ['20457 Hamburg', '80331 München', '99084 Erfurt'],
    names: WORDS.de,
  },
  at: {
    forms: ['GmbH', 'KG'],
    streets: ['Landstraßer Hauptstraße 71', 'Mariahilfer Gürtel 9/4'],
    towns: ['1030 Wien', '4020 Linz', '8010 Graz'],
    names: WORDS.de,
  },
  ch: {
    forms: ['AG', 'GmbH', 'SA'],
    streets: ['Bahnhofplatz 7', 'Rue du Lac 1268'],
    towns: ['3011 Bern', '8004 Zürich', '2501 Biel'],
    names: WORDS.de,
  },
  it: {
    forms: ['S.r.l.', 'S.p.A.', 'S.n.c.'],
    streets: ['Via Giuseppe Verdi 12', 'Corso Garibaldi, 88'],
    towns: ['20121 Milano (MI)', '40124 Bologna (BO)', '10128 Torino (TO)'],
    names: WORDS.romance,
  },
  fr: {
    forms: ['SARL', 'SAS', 'SA'],
    streets: ['14 rue des Tanneurs', '3 bis avenue Foch'],
    towns: ['59000 LILLE', '31000 TOULOUSE', '35000 RENNES'],
    names: WORDS.romance,
  },
  es: {
    forms: ['S.L.', 'S.A.', 'S.L.U.'],
    streets: ['C/ Mayor, 41, 2º B', 'Avda. de la Constitución 8'],
    towns: ['28013 Madrid', '46002 Valencia', '48001 Bilbao'],
    names: WORDS.romance,
  },
  pt: {
    forms: ['Lda.', 'S.A.'],
    streets: ['Rua do Ouro, 112', 'Av. da Liberdade 9, 3.º Esq.'],
    towns: ['1100-063 Lisboa', '4000-322 Porto'],
    names: WORDS.romance,
  },
  be: {
    forms: ['BV', 'NV', 'SRL'],
    streets: ['Kerkstraat 18', 'Chaussée de Wavre 204'],
    towns: ['9000 Gent', '1040 Etterbeek'],
    names: WORDS.romance,
  },
  nl: {
    forms: ['B.V.', 'V.O.F.'],
    streets: ['Prinsengracht 411-2', 'Dorpsstraat 5'],
    towns: ['1016 HM Amsterdam', '3511 AB Utrecht'],
    names: WORDS.north,
  },
  pl: {
    forms: ['Sp. z o.o.', 'S.A.', 's.c.'],
    streets: ['ul. Długa 17/3', 'al. Jerozolimskie 44'],
    towns: ['31-147 Kraków', '00-024 Warszawa'],
    names: WORDS.east,
  },
  cz: {
    forms: ['s.r.o.', 'a.s.'],
    streets: ['Nádražní 330/12', 'Komenského 5'],
    towns: ['150 00 Praha 5', '602 00 Brno'],
    names: WORDS.east,
  },
  se: {
    forms: ['AB', 'HB'],
    streets: ['Storgatan 12', 'Kungsgatan 44 B'],
    towns: ['411 19 Göteborg', '111 35 Stockholm'],
    names: WORDS.north,
  },
  dk: {
    forms: ['ApS', 'A/S'],
    streets: ['Nørregade 28, st. th.', 'Strandvejen 100'],
    towns: ['1165 København K', '8000 Aarhus C'],
    names: WORDS.north,
  },
  no: {
    forms: ['AS', 'ANS'],
    streets: ['Karl Johans gate 3', 'Sjøgata 9'],
    towns: ['0154 Oslo', '5003 Bergen'],
    names: WORDS.north,
  },
  fi: {
    forms: ['Oy', 'Oyj'],
    streets: ['Mannerheimintie 12 A', 'Hämeenkatu 5'],
    towns: ['00100 Helsinki', '33100 Tampere'],
    names: WORDS.north,
  },
  gb: {
    forms: ['Ltd', 'Limited', 'LLP', 'plc'],
    streets: ['Unit 4, Mill Wharf', '22 Castle Gate', 'The Old Forge, Church Lane'],
    towns: ['Norwich NR1 1AA', 'Leeds LS1 4DY', 'Bath BA1 1LZ'],
    names: WORDS.english,
  },
  au: {
    forms: ['Pty Ltd', 'Pty Limited'],
    streets: ['Level 3, 88 Flinders Lane', '17 Banksia Crescent'],
    towns: ['MELBOURNE VIC 3000', 'Hobart TAS 7000'],
    names: WORDS.english,
  },
  us: {
    forms: ['LLC', 'Inc.', 'Co.', 'Corp.'],
    streets: ['4410 N Mesa Blvd, Suite 210', '77 Wharf Street', 'P.O. Box 3391'],
    towns: ['Portland, OR 97205', 'Savannah, GA 31401', 'Madison, WI 53703'],
    names: WORDS.english,
  },
  ca: {
    forms: ['Ltd.', 'Inc.', 'Corp.'],
    streets: ['1200 Barrington Street', '45-B Sparks St.'],
    towns: ['Halifax NS B3J 1Y2', 'Ottawa, ON K1P 5A5', 'Victoria BC  V8W 1P6'],
    names: WORDS.english,
  },
}

const PEOPLE = [
  'Dagny Holloway',
  'Piotr Zawada',
  'Amélie Garnier',
  'Luca Fontanesi',
  'Noor van Dijk',
  'Hamish Orr',
  'Teodora Ilić',
  'Kwame Asante',
  'Marta Iglesias',
  'Jonas Weidmann',
]

/** People whose names the standard fonts can print. */
export const human = (chance: Chance) => chance.pick(PEOPLE.filter((name) => !name.includes('ć')))

export interface Party {
  name: string
  street: string
  town: string
  taxId: string
}

/** A seller and a buyer who differ. */
export function parties(chance: Chance, seller: Country, buyer: Country = seller): [Party, Party] {
  const first = party(chance, seller)
  for (;;) {
    const second = party(chance, buyer)
    if (second.name.split(' ')[0] !== first.name.split(' ')[0]) return [first, second]
  }
}

function party(chance: Chance, country: Country): Party {
  const { forms, streets, towns, names } = LANDS[country]
  return {
    name: `${chance.pick(names)} ${chance.pick(forms)}`,
    street: chance.pick(streets),
    town: chance.pick(towns),
    taxId: TAX_IDS[country](chance),
  }
}
