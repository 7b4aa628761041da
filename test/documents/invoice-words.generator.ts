import { es, it, nl } from './invoice-words-south.generator.ts'
import { split } from './printer/lists.ts'

type Word =
  | 'title'
  | 'credit'
  | 'number'
  | 'date'
  | 'due'
  | 'order'
  | 'customerNumber'
  | 'billTo'
  | 'shipTo'
  | 'from'
  | 'terms'
  | 'vatId'
  | 'description'
  | 'quantity'
  | 'unit'
  | 'price'
  | 'rate'
  | 'discount'
  | 'amount'
  | 'position'
  | 'article'
  | 'subtotal'
  | 'tax'
  | 'shipping'
  | 'total'
  | 'paid'
  | 'payable'
  | 'units'
  | 'thanks'
  | 'goods'
  | 'notes'

/** What invoices of one language call things; generators pick one of each. */
export interface InvoiceWords extends Record<Word, string[]> {
  page: (page: number, of: number) => string
  /** Terms of payment for a number of days. */
  net: ((days: number) => string)[]
  /** A sentence that names the day to pay by. */
  until: ((day: string) => string)[]
  /** The title with number and day in one line. */
  heading: ((title: string, number: string, day: string) => string)[]
}

const en: InvoiceWords = {
  title: ['INVOICE', 'Invoice', 'TAX INVOICE', 'Sales Invoice'],
  credit: ['CREDIT NOTE', 'Credit Memo'],
  number: ['Invoice No.', 'Invoice Number', 'Invoice #', 'Invoice no', 'Inv. No.'],
  date: ['Invoice Date', 'Date', 'Date of issue', 'Issue date', 'Billing date'],
  due: ['Due Date', 'Payment due', 'Due by', 'Date due', 'Pay by'],
  order: ['PO Number', 'P.O. No.', 'Purchase Order', 'Your order', 'PO #'],
  customerNumber: ['Customer No.', 'Customer ID', 'Account #', 'Client ID'],
  billTo: ['Bill To', 'BILL TO:', 'Invoice to', 'Sold to', 'Customer:', 'Billed to'],
  shipTo: ['Ship To', 'Deliver to', 'Delivery address'],
  from: ['From', 'Seller', 'Vendor:', 'Supplier'],
  terms: ['Payment Terms', 'Terms', 'Terms of payment'],
  vatId: ['VAT Reg. No.', 'VAT No.', 'VAT ID'],
  description: ['Description', 'Item', 'Product', 'Item description', 'Service'],
  quantity: ['Qty', 'Quantity', 'Hours', 'Units'],
  unit: ['Unit', 'UoM'],
  price: ['Unit Price', 'Price', 'Rate', 'Price each', 'Unit cost'],
  rate: ['VAT %', 'Tax', 'Tax rate', 'VAT'],
  discount: ['Disc. %', 'Discount'],
  amount: ['Amount', 'Total', 'Line total', 'Net amount', 'Ext. price'],
  position: ['#', 'Pos', 'Line', 'No.'],
  article: ['SKU', 'Item code', 'Item no.', 'Part number'],
  subtotal: ['Subtotal', 'Sub-total', 'Net total', 'Total excl. tax', 'Total before tax'],
  tax: ['Tax', 'Sales tax', 'VAT', 'Total tax'],
  shipping: ['Shipping', 'Freight', 'Shipping & handling', 'Delivery'],
  total: ['Total', 'Grand total', 'Invoice total', 'TOTAL', 'Total amount', 'Total incl. tax'],
  paid: ['Amount paid', 'Paid to date', 'Deposit', 'Payments received'],
  payable: ['Balance due', 'Amount due', 'Total due', 'Balance Due', 'Amount payable'],
  units: ['pcs', 'h', 'kg', 'box', 'ea'],
  thanks: ['Thank you for your business!', 'We appreciate your prompt payment.'],
  goods: split`
    Oak shelf, 80 cm | Consulting | Printer cartridge black | Garden chair | Annual licence | Copper pipe 15 mm
    | On-site support | Web hosting, basic | Paper A4 500 sheets | LED lamp 12 W | Training day | Cleaning service
  `,
  notes: ['Serial number on request', 'as agreed by telephone', 'colour: anthracite', 'including mounting'],
  page: (page, of) => `Page ${page} of ${of}`,
  net: [
    (days) => `Net ${days} days`,
    (days) => `Net ${days}`,
    (days) => `${days} days net`,
    (days) => `Payment within ${days} days`,
  ],
  until: [(day) => `Please pay by ${day}.`, (day) => `Please remit the total until ${day}.`],
  heading: [
    (title, number, day) => `${title} ${number} dated ${day}`,
    (title, number, day) => `${title} # ${number} issued at ${day}`,
  ],
}

const de: InvoiceWords = {
  title: ['Rechnung', 'RECHNUNG', 'Handelsrechnung', 'Warenrechnung'],
  credit: ['Gutschrift', 'Rechnungskorrektur'],
  number: ['Rechnungsnummer', 'Rechnungs-Nr.', 'Rechnung Nr.', 'Belegnummer', 'Beleg-Nr.', 'Rechnungsnr.'],
  date: ['Rechnungsdatum', 'Datum', 'Belegdatum', 'Ausstellungsdatum'],
  due: ['Fälligkeitsdatum', 'Fällig am', 'Zahlbar bis', 'Fälligkeit'],
  order: ['Ihre Bestellung', 'Bestellnummer', 'Bestell-Nr.', 'Ihre Bestellnummer'],
  customerNumber: ['Kundennummer', 'Kunden-Nr.', 'Kd.-Nr.'],
  billTo: ['Rechnungsempfänger', 'Rechnungsadresse', 'Käufer', 'Kunde:', 'Rechnung an'],
  shipTo: ['Lieferadresse', 'Warenempfänger', 'Lieferanschrift'],
  from: ['Verkäufer', 'Lieferant', 'Rechnungssteller', 'Aussteller'],
  terms: ['Zahlungsbedingungen', 'Zahlungsbedingung', 'Zahlungskonditionen'],
  vatId: ['USt-IdNr.', 'USt-ID', 'Umsatzsteuer-ID', 'USt.-Id.-Nr.'],
  description: ['Bezeichnung', 'Beschreibung', 'Artikel', 'Leistung', 'Artikelbezeichnung'],
  quantity: ['Menge', 'Anzahl', 'Stück'],
  unit: ['Einheit', 'Einh.', 'ME'],
  price: ['Einzelpreis', 'Preis', 'E-Preis', 'Einzel', 'Nettopreis', 'Stückpreis'],
  rate: ['MwSt.', 'USt.', 'MwSt %', 'Steuersatz', 'USt. %'],
  discount: ['Rabatt', 'Rabatt %'],
  amount: ['Gesamt', 'Gesamtpreis', 'Betrag', 'Summe', 'Nettobetrag', 'G-Preis'],
  position: ['Pos.', 'Pos', 'Nr.', '#'],
  article: ['Art.-Nr.', 'Artikelnummer', 'Artikel-Nr.'],
  subtotal: ['Nettobetrag', 'Summe netto', 'Zwischensumme', 'Netto', 'Gesamt netto', 'Rechnungssumme ohne USt.'],
  tax: ['MwSt.', 'Umsatzsteuer', 'zzgl. USt.', 'USt.', 'Mehrwertsteuer', 'zzgl. MwSt.'],
  shipping: ['Versandkosten', 'Fracht', 'Versand'],
  total: ['Gesamtbetrag', 'Rechnungsbetrag', 'Bruttobetrag', 'Endbetrag', 'Gesamtsumme', 'Summe brutto', 'Bruttosumme'],
  paid: ['Anzahlung', 'Bereits gezahlt', 'Erhaltene Anzahlungen'],
  payable: ['Zahlbetrag', 'Zu zahlen', 'Offener Betrag', 'Zahlbarer Betrag', 'Restbetrag'],
  units: ['Stk', 'Std.', 'kg', 'm', 'Stück'],
  thanks: ['Wir danken für Ihren Auftrag.', 'Vielen Dank für die gute Zusammenarbeit.'],
  goods: split`
    Regalboden Eiche | Beratung vor Ort | Tonerkassette schwarz | Gartenstuhl | Jahreslizenz | Kupferrohr 15 mm
    | Wartung der Anlage | Büropapier A4 | Leuchtmittel 12 W | Schulungstag | Schrauben 4x40 | Apfelsaft naturtrüb
  `,
  notes: ['Leistungszeitraum wie vereinbart', 'Farbe: anthrazit', 'inkl. Montage', 'gemäß Angebot'],
  page: (page, of) => `Seite ${page} von ${of}`,
  net: [
    (days) => `Zahlbar innerhalb ${days} Tagen netto`,
    (days) => `${days} Tage netto`,
    (days) => `Zahlbar innerhalb von ${days} Tagen ohne Abzug`,
  ],
  until: [(day) => `Bitte überweisen Sie den Betrag bis zum ${day}.`, (day) => `Zahlbar bis ${day} ohne Abzug.`],
  heading: [
    (title, number, day) => `${title} Nr. ${number} vom ${day}`,
    (title, number, day) => `${title} # ${number} vom ${day}`,
  ],
}

const fr: InvoiceWords = {
  title: ['FACTURE', 'Facture'],
  credit: ['AVOIR', 'Avoir'],
  number: ['Facture n°', 'Numéro de facture', 'N° de facture', 'N° facture', 'Facture no'],
  date: ['Date de facture', 'Date', "Date d'émission", 'Date de facturation'],
  due: ["Date d'échéance", 'Échéance', 'À payer avant le', 'Date limite de paiement'],
  order: ['Bon de commande', 'N° de commande', 'Votre référence', 'Commande n°'],
  customerNumber: ['N° client', 'Code client', 'Client n°'],
  billTo: ['Facturé à', 'Client', 'Adresse de facturation', 'Destinataire', 'Facturer à :'],
  shipTo: ['Adresse de livraison', 'Livré à'],
  from: ['Émetteur', 'Vendeur', 'Fournisseur'],
  terms: ['Conditions de paiement', 'Conditions de règlement', 'Modalités de paiement'],
  vatId: ['N° TVA', 'TVA', 'N° TVA intracommunautaire'],
  description: ['Désignation', 'Description', 'Libellé', 'Prestation'],
  quantity: ['Quantité', 'Qté'],
  unit: ['Unité'],
  price: ['Prix unitaire', 'P.U. HT', 'Prix unitaire HT', 'PU HT'],
  rate: ['TVA', 'Taux TVA', 'TVA %'],
  discount: ['Remise', 'Rem.'],
  amount: ['Montant', 'Total HT', 'Montant HT', 'Prix HT'],
  position: ['N°', '#'],
  article: ['Référence', 'Réf.', 'Code article'],
  subtotal: ['Total HT', 'Sous-total', 'Montant HT', 'Total hors taxes'],
  tax: ['TVA', 'Montant TVA', 'Total TVA'],
  shipping: ['Frais de port', 'Livraison', 'Transport'],
  total: ['Total TTC', 'Montant TTC', 'Montant total', 'TOTAL TTC'],
  paid: ['Acompte', 'Déjà payé', 'Montant payé'],
  payable: ['Net à payer', 'Solde à payer', 'Reste à payer', 'Montant dû'],
  units: ['pce', 'h', 'kg', 'm', 'U'],
  thanks: ['Merci de votre confiance.', 'En vous remerciant pour votre commande.'],
  goods: split`
    Étagère en chêne | Conseil sur site | Cartouche noire | Chaise de jardin | Licence annuelle | Tube cuivre 15 mm
    | Maintenance préventive | Papier A4 500 feuilles | Ampoule LED | Journée de formation | Huile d'olive bio
    | Nettoyage des bureaux
  `,
  notes: ['selon devis', 'couleur : anthracite', 'pose comprise'],
  page: (page, of) => `Page ${page} / ${of}`,
  net: [(days) => `Paiement à ${days} jours`, (days) => `${days} jours net`, (days) => `Paiement sous ${days} jours`],
  until: [(day) => `À régler : payable le ${day}.`],
  heading: [
    (title, number, day) => `${title} n° ${number} du ${day}`,
    (title, number, day) => `${title} ${number} du ${day}`,
  ],
}

export const INVOICE_WORDS = { en, de, fr, nl, es, it } as const
