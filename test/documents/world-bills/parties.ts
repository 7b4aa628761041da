import type { Chance } from '../chance.ts'
import { rows, split } from '../printer/lists.ts'
import { TAX_IDS } from './ids.ts'

type Country = keyof typeof TAX_IDS

interface Land {
  forms: readonly string[]
  streets: readonly string[]
  towns: readonly string[]
  names: readonly string[]
}

const WORDS = {
  de: split`
    Nordlicht Messtechnik | Brunnhuber & Söhne | Tischlerei Ackermann | Veltins Bürobedarf | Rheinblick Medien
    | Hofstetter Anlagenbau
  `,
  romance: split`
    Talleres Arrieta | Atelier Montrachet | Officine Bellandi | Grupo Calderón | Maison Delvaux | Ferragens Tavares
  `,
  north: split`
    Sundby Marin | Fjellstad Regnskap | Lillebror Design | Havnegade Kaffe | Norrtull Bygg | Kivimäki Sähkö
  `,
  east: split`
    Zakład Usług Kowalik | Hurtownia Jeziorak | Pekárna Vrchlabí | Elektro Havránek | Drukarnia Świt | Stavby Říčany
  `,
  english: split`
    Bramblewick | Pacific Crest Tooling | Halyard & Pike | Cobalt Ridge | Wrenfield Partners | Tidewater Print
    | Ashgrove Dental | Kestrel Freight
  `,
}

// Country, language of its names, legal forms, streets, towns.
const LANDS: Readonly<Record<string, Land>> = Object.fromEntries(
  rows<[string, keyof typeof WORDS, ...string[]]>`
    de | de | GmbH · GmbH & Co. KG · AG · e.K. | Industriestr. 14 · Am Alten Hafen 3 · Goethestraße 27a
    | 20457 Hamburg · 80331 München · 99084 Erfurt
    at | de | GmbH · KG | Landstraßer Hauptstraße 71 · Mariahilfer Gürtel 9/4 | 1030 Wien · 4020 Linz · 8010 Graz
    ch | de | AG · GmbH · SA | Bahnhofplatz 7 · Rue du Lac 1268 | 3011 Bern · 8004 Zürich · 2501 Biel
    it | romance | S.r.l. · S.p.A. · S.n.c. | Via Giuseppe Verdi 12 · Corso Garibaldi, 88
    | 20121 Milano (MI) · 40124 Bologna (BO) · 10128 Torino (TO)
    fr | romance | SARL · SAS · SA | 14 rue des Tanneurs · 3 bis avenue Foch
    | 59000 LILLE · 31000 TOULOUSE · 35000 RENNES
    es | romance | S.L. · S.A. · S.L.U. | C/ Mayor, 41, 2º B · Avda. de la Constitución 8
    | 28013 Madrid · 46002 Valencia · 48001 Bilbao
    pt | romance | Lda. · S.A. | Rua do Ouro, 112 · Av. da Liberdade 9, 3.º Esq. | 1100-063 Lisboa · 4000-322 Porto
    be | romance | BV · NV · SRL | Kerkstraat 18 · Chaussée de Wavre 204 | 9000 Gent · 1040 Etterbeek
    nl | north | B.V. · V.O.F. | Prinsengracht 411-2 · Dorpsstraat 5 | 1016 HM Amsterdam · 3511 AB Utrecht
    pl | east | Sp. z o.o. · S.A. · s.c. | ul. Długa 17/3 · al. Jerozolimskie 44 | 31-147 Kraków · 00-024 Warszawa
    cz | east | s.r.o. · a.s. | Nádražní 330/12 · Komenského 5 | 150 00 Praha 5 · 602 00 Brno
    se | north | AB · HB | Storgatan 12 · Kungsgatan 44 B | 411 19 Göteborg · 111 35 Stockholm
    dk | north | ApS · A/S | Nørregade 28, st. th. · Strandvejen 100 | 1165 København K · 8000 Aarhus C
    no | north | AS · ANS | Karl Johans gate 3 · Sjøgata 9 | 0154 Oslo · 5003 Bergen
    fi | north | Oy · Oyj | Mannerheimintie 12 A · Hämeenkatu 5 | 00100 Helsinki · 33100 Tampere
    gb | english | Ltd · Limited · LLP · plc | Unit 4, Mill Wharf · 22 Castle Gate · The Old Forge, Church Lane
    | Norwich NR1 1AA · Leeds LS1 4DY · Bath BA1 1LZ
    au | english | Pty Ltd · Pty Limited | Level 3, 88 Flinders Lane · 17 Banksia Crescent
    | MELBOURNE VIC 3000 · Hobart TAS 7000
    us | english | LLC · Inc. · Co. · Corp. | 4410 N Mesa Blvd, Suite 210 · 77 Wharf Street · P.O. Box 3391
    | Portland, OR 97205 · Savannah, GA 31401 · Madison, WI 53703
    ca | english | Ltd. · Inc. · Corp. | 1200 Barrington Street · 45-B Sparks St.
    | Halifax NS B3J 1Y2 · Ottawa, ON K1P 5A5 · Victoria BC  V8W 1P6
  `.map(([country, words, ...lists]) => {
    const [forms = [], streets = [], towns = []] = lists.map((each) => each.split(' · '))
    return [country, { forms, streets, towns, names: WORDS[words] }]
  }),
)

const PEOPLE = split`
  Dagny Holloway | Piotr Zawada | Amélie Garnier | Luca Fontanesi | Noor van Dijk | Hamish Orr | Teodora Ilić
  | Kwame Asante | Marta Iglesias | Jonas Weidmann
`

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
  const { forms, streets, towns, names } = LANDS[country] as Land
  return {
    name: `${chance.pick(names)} ${chance.pick(forms)}`,
    street: chance.pick(streets),
    town: chance.pick(towns),
    taxId: TAX_IDS[country](chance),
  }
}
