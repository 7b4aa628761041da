import type { Chance } from '../chance.ts'
import { split } from '../printer/lists.ts'

const PEOPLE = {
  en: split`
    Harriet Colbourne | Desmond Achebe | Lila Van Horn | Owen Prescott | Samira Haddad | Walter Nakamura
    | Joyce E Pemberton
  `,
  fr: ['Mathilde Garnier', 'Étienne Boisvert', 'Solène Marchand', 'Baptiste Renaud', 'Aïcha Benali'],
  de: ['Katharina Vogel', 'Uwe Steinmetz', 'Heike Lorenz', 'Jürgen Mayrhofer', 'Selin Aydin'],
  es: ['Carmen Robles Ibáñez', 'Álvaro Quintana Soler', 'Nuria Espejo León'],
  it: ['Giulia Ferrante', 'Matteo Colombini', 'Ornella Savio'],
  nl: ['J.P. van der Meulen', 'S. Dijkstra', 'Fenna de Bruijn'],
  pl: ['Agnieszka Wójcik', 'Tomasz Zieliński', 'Łukasz Dąbrowski'],
  pt: ['Beatriz Moura Teixeira', 'Rogério Antunes', 'Thais Cavalcanti'],
  sv: ['Annika Söderlund', 'Erik Hallberg'],
  cs: ['Jana Dvořáková', 'Petr Novotný'],
  da: ['Mette Kjærgaard', 'Søren Holst'],
  tr: ['Elif Yıldırım', 'Murat Çelik'],
  zh: ['CHAN TAI MAN', 'WONG SIU LING'],
  my: ['NURUL HUDA BINTI OMAR', 'LIM WEI SHENG'],
  ng: ['ADEBAYO FOLAKE', 'CHUKWU EMEKA'],
  in: ['Rajeshwari Menon', 'Vikram Choudhary', 'Farhan Qureshi', 'Deepa Krishnan'],
}

const PLACES = {
  ca: split`
    48 Birchmount Cres|Barrie ON  L4N 6P1 | 1207-88 Quay St|Halifax NS  B3J 1A6
    | 311 Prairie View Rd|Saskatoon SK  S7K 2T4
  `,
  caFr: ['1450 rue des Érables, app. 4|Québec (Québec)  G1R 2S5', '77, chemin du Lac|Sherbrooke QC  J1H 4A2'],
  us: split`
    218 Larkspur Ln|Columbus, OH 43215-1187 | 9 Bayou Court Apt 3B|Mobile, AL 36602
    | 6604 Mesa Verde Dr|Santa Fe, NM 87505
  `,
  uk: ['14 Fenwick Road|Leeds|LS6 2QN', 'Flat 3, Mill House|Quayside|Newcastle upon Tyne|NE1 3DX'],
  de: ['Gartenstraße 17|88131 Lindau', 'Am Rathaus 4a|34117 Kassel', 'Lindenallee 112|18055 Rostock'],
  fr: ['12 RUE DES TANNEURS|69002 LYON', '5 ALLEE DES PLATANES|31000 TOULOUSE', '208 AV DU PRADO|13008 MARSEILLE'],
  es: ['C/ Alcalá 214, 3º B|28028 Madrid', 'Avda. del Puerto 9|46021 Valencia'],
  it: ['Via Garibaldi 22|20121 Milano MI', 'Corso Francia 140|10143 Torino TO'],
  nl: ['Zonnebloemstraat 31|3551 VK Utrecht', 'Kerkplein 2|8011 TW Zwolle'],
  pl: ['ul. Długa 18/4|31-147 Kraków', 'ul. Morska 77|81-225 Gdynia'],
  ch: ['Seestrasse 41|2502 Biel', 'Bahnhofweg 3|3600 Thun'],
  br: ['RUA DAS ACACIAS 340 AP 52|CURITIBA PR 80420-110', 'AV BRASIL 1180|SANTOS SP 11010-001'],
  sv: ['Storgatan 14|753 31 Uppsala', 'Ringvägen 8|411 05 Göteborg'],
  au: ['27 Davey Street|HOBART TAS 7000', 'Unit 9/14 Beach Rd|COTTESLOE WA 6011'],
  in: ['Flat 12, Shanti Niwas, Karve Road|Pune 411004|Maharashtra', '8/2 Lake View Colony|Hyderabad 500082|Telangana'],
  cs: ['Květná 12|602 00 Brno'],
  pt: ['Rua do Almada 88, 2º Esq.|4050-036 Porto'],
  da: ['Nørregade 12|8000 Aarhus C'],
  tr: ['Atatürk Cad. No: 14 D: 3|34710 Kadıköy İSTANBUL'],
  hk: ['FLAT C 12/F BLK 2|LUCKY COURT|TSUEN WAN NT'],
  my: ['12 JALAN MAWAR 3|TAMAN SERI|47300 PETALING JAYA|SELANGOR'],
  ng: ['14 ADMIRALTY WAY|LEKKI PHASE 1|LAGOS'],
  ie: ['3 Harbour Row|Cobh|Co. Cork|P24 AY61'],
  sg: ['BLK 214 TAMPINES ST 23|#08-112|SINGAPORE 521214'],
  be: ['Rue Haute 77|1000 BRUXELLES'],
  za: ['41 Protea Avenue|RONDEBOSCH|7700', '8 Jacaranda Street|HATFIELD|0083'],
  mx: ['CALLE HIDALGO 415|COL CENTRO|37000 LEON GTO', 'AV JUAREZ 88 INT 2|64000 MONTERREY NL'],
}

const FIRMS = ['Northline', 'Castlebrook', 'Vireo', 'Stonebridge', 'Kestrel & Roe', 'Palisade', 'Umbra', 'Halcyon']
const TRADES = ['Manufacturing', 'Dental Group', 'Freight', 'Robotics', 'Hospitality', 'Engineering', 'Outfitters']

export const person = (chance: Chance, language: keyof typeof PEOPLE = 'en') => chance.pick(PEOPLE[language])
export const place = (chance: Chance, land: keyof typeof PLACES) => chance.pick(PLACES[land]).split('|')
export const firm = (chance: Chance, form: string) => `${chance.pick(FIRMS)} ${chance.pick(TRADES)} ${form}`.trim()
