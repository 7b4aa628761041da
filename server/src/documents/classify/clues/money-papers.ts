import { anywhere, form, type TypeClues, title } from '../clue.ts'

/** Titles of papers that look like one of these and are none. */
const NO_INVOICE =
  /\b(?:claim|application|quotation|quote|estimate|price list|delivery (?:note|slip)|packing (?:slip|list)|purchase order|order confirmation|contract|agreement|angebot|lieferschein|auftragsbestatigung|preisliste|bestellung|devis|bon de (?:commande|livraison)|tarif|preventivo|presupuesto|offerte|pakbon|remittance advice)\b/

/** A heading that is nothing but the name of a receipt says what the paper is, whatever invoice it speaks of. */
const RECEIPT_BY_NAME =
  /^(?:(?:payment|sales|official|parking|cash|your|e-?)[ -]?)?receipt$|^paid receipt$|(?:factura|fatura) simplificada|documento commerciale|^paragon fiskalny$|^(?:kassenbon|kassenbeleg|quittung|kvitto|kvittering|kuitti|ricevuta|scontrino|kassabon|recu)$/

/** Invoices and receipts in English, French, German, Spanish, Italian and Dutch. */
export const MONEY_PAPERS: readonly TypeClues[] = [
  {
    type: 'INVOICE',
    threshold: 4,
    clues: [
      title(
        4,
        /\b(?:invoices?|tax invoice|credit note|credit memo|[a-z-]*(?<!ab)rechnung(?:skorrektur)?|[a-z]*gutschrift|honorarnote|gebuhrenbescheid|facture|avoir|note de credit|factura|fattura|nota di credito|factuur|creditnota|creditfactuur|faktur[ay]|kreditfaktura|kreditnota|fatura|lasku|hyvityslasku|danovy doklad|rachunek|szamla|nota fiscal)\b/,
      ),
      title(-3.5, NO_INVOICE),
      title(-3.5, RECEIPT_BY_NAME),
      form(
        1.5,
        /invoice ?(?:no|num|number|#|id|date|ref)|rechnungs?[- ]?(?:nr|nummer|datum|no)|(?:rechnung|facture|fattura|factura|factuur) ?(?:nr|no|n°|n\.|#|num)|(?:factuur|faktura)(?:nummer|datum)|(?:numero|date) de (?:la )?facture|numero (?:de )?factura|data fattura|fakturan(?:r|ummer)|fakturada(?:to|tum)|(?:numer|nr) faktury|cislo faktury|variabilni symbol|laskun? ?(?:numero|pvm|nro)|folio fiscal|uso (?:de )?cfdi|\batcud\b|szamlaszam/,
      ),
      form(
        1.2,
        /\b(?:bill(?:ed)?|ship(?:ped)?|sold|invoice) to\b|rechnungs(?:adresse|empfanger)|factur[ee]e? a\b|adresse de facturation|facturar a|factuuradres|destinatario|lieferadresse|fakturaadress|faktureringsadress|nabywca|odberatel|receptor\b|laskutusosoite|vevo\b/,
      ),
      form(
        1,
        /amount due|balance due|total due|please pay|zahlbetrag|gesamtbetrag|rechnungs(?:betrag|summe|beitrag)|endbetrag|montant (?:total|du)|net a payer|total a payer|te betalen|totale fattura|a pagar|zu zahlen|amount payable|grand total|att betala|\ba betale\b|til betaling|do zap[lł]aty|k uhrade|maksettava|fizetendo/,
      ),
      form(
        0.8,
        /due date|payment due|payment terms|terms|falligkeit|fallig am|zahlungs(?:bedingung|ziel|art)|echeance|conditions? de (?:paiement|reglement)|mode de reglement|vervaldatum|scadenza|vencimiento|\bnet \d\d\b|vencimento|forfallo?(?:s?dag|dato|datum|sdato)|forfaldsdato|betaling(?:s?betingelser|sfrist)|betalningsvillkor|termin p[lł]atnosci|datum splatnosti|erapaiva|maksuehto|fizetesi hatarido|metodo de pago|forma de pago/,
      ),
      form(
        0.8,
        /sub-?total|zwischensumme|netto(?:betrag|summe)?|net total|summe netto|total h\.?t\b|montant ht|net amount|imponibile|base imponible|total net|netto\b|exkl\.? moms|bez dph|veroton|taxable amount/,
      ),
      form(
        0.8,
        /\bvat\b|\bmwst\b|\bust\b|umsatzsteuer|\btva\b|\bgst\b|\bhst\b|sales tax|\bbtw\b|\biva\b|\bi\.?g\.?i\.?c|tax rate|steuer(?:satz|betrag)|\bmoms\b|\bmva\b|\bdph\b|\balv\b|arvonlisavero|\bafa\b/,
      ),
      form(
        0.8,
        /unit price|einzelpreis|e-?preis|prix unitaire|p\.?u\.? ?ht|\bqty\b|quantity|\bmenge\b|anzahl|quantite|cantidad|quantita|aantal|stuckpreis|description|bezeichnung|designation|antall?\b|enh(?:ets|eds)pris|\ba-?(?:pris|hinta)\b|benamning|beskrivelse|beskrivning|ilosc\b|\bcena\b|maara\b|mnozstvi|qtd\b|p\. ?unit/,
      ),
      form(0.6, /\bremit\b|wire (?:transfer|instructions)|payable to|bank transfer/),
      form(
        0.5,
        /\biban\b|\bbic\b|\bswift\b|bank details|bankverbindung|coordonnees bancaires|routing number|sort code|bankgiro|plusgiro|bankkonto|tilinumero|bankovni ucet/,
      ),
      form(
        0.6,
        /customer (?:no|number|id)|kunden-?(?:nr|nummer)|client n|code client|numero client|klantnummer|account n(?:o|umber)|kundn(?:r|ummer)|kundenr|asiakasnumero|numer klienta/,
      ),
      form(
        0.7,
        /vat (?:id|reg|no|number)|ust-?id|umsatzsteuer-?id|steuer-?(?:nr|nummer)|tva intra|n° tva|numero de tva|siret|siren|p\. ?iva|partita iva|btw-?n|\babn\b|\bgstin\b|\bkvk\b|\bcvr\b|org\.? ?-?nr|organisationsn|y-tunnus|\bnip\b|\bico\b|\bdic\b|\brfc\b|\btrn\b|\bnif\b|\bcif\b|\bcnpj\b|adoszam/,
      ),
      form(
        1.3,
        /\b(?:bill|billing|service) (?:date|period|summary)|total (?:amount )?(?:of )?(?:this )?bill|\bmeter\b|\bkwh\b|abrechnungszeitraum|leistungs-?(?:zeitraum|datum)|lieferdatum|(?:date of delivery|delivery date)/,
      ),
      form(1.3, /current charges|new charges|previous bill|service address|meter read|consumption|consommation/),
      title(1.5, /\b(?:bill|statement of charges|utility bill)\b/),
    ],
  },
  {
    type: 'RECEIPT',
    threshold: 4,
    clues: [
      title(
        4,
        /\b(?:receipt|sales slip|recu|quittung|kassenbon|kassenbeleg|bewirtungsbeleg|ticket de caisse|facture simplifiee|recibo|ricevuta|scontrino|kassabon|bon de caisse|paragon(?: fiskalny)?|documento commerciale|(?:factura|fatura) simplificada|kvitto|kvittering|kuitti|uctenka|nyugta|bon fiscal)\b/,
      ),
      title(1, RECEIPT_BY_NAME),
      title(2.5, /^you (?:have )?(?:paid|sent)\b.*\d/),
      title(1.5, /^thank(?:s| you) for your (?:purchase|order)/),
      form(0.8, /^order (?:summary|#|number|details)/m),
      form(0.8, /^merchant$/m),
      title(-3.5, NO_INVOICE),
      title(-4, /recibo .{0,40}(?:salarios?|nomina)/),
      title(-2, /attached|receipts? (?:required|attached)/),
      form(
        1.5,
        /receipt ?(?:no|num|number|#|id)|\btransaction (?:id|#|no)|bon-?(?:nr|nummer)|beleg-?(?:nr|nummer)|ticket ?(?:no|#|n°)|\btransaction date\b|\bbon(?:nr|nummer)? ?\d/,
      ),
      form(
        1,
        /\b(?:cashier|server|clerk|register|operator|terminal|till|kasse|kassierer|bediener|caisse|caissier|table|tisch)\b/,
      ),
      form(
        1,
        /\b(?:change(?: due)?|cash(?: tendered)?|tendered|ruckgeld|wechselgeld|rendu|especes|bar\b|gegeben|wisselgeld|contante|contanti|resto|efectivo|cambio|gotowka|reszta|kontant|vaxel)\b/,
      ),
      form(
        0.9,
        /payment method|card ending|\bvisa\b|mastercard|\bamex\b|\bdebit\b|\bauth(?:orization)?\b|approv(?:ed|al)|girocard|ec-?karte|carte bancaire|paid (?:with|by)|amount paid|date paid|contactless|tarjeta(?: bancaria)?\b|importo pagato|karta p[lł]atnicza|\bpin(?:nen)?\b|\beftpos\b|kontokort|bankkort|carta di (?:credito|debito)/,
      ),
      form(1, /\btips?\b|gratuity|trinkgeld|pourboire/),
      anywhere(0.7, /thank you|merci de votre|vielen dank|danke fur|gracias|grazie/),
      form(0.5, /sub-?total|zwischensumme|sous-?total/),
      form(0.4, /\btotal(?:e|t)?\b|\btotaal\b|\bsumme\b|\bsuma\b|\bsumma\b|gesamt/),
      form(0.6, /\b\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?\b/),
      form(1.2, /chip read|pin verified|\baid\b|\btvr\b|\btsi\b|entry method|swiped|card type/),
      form(0.8, /\bsurvey\b|returns? policy|sur place|a emporter|take ?away|eat in|dine in|zum mitnehmen/),
      anywhere(
        0.8,
        /for shopping|your (?:purchase|visit)|come again|see you|ihren einkauf|votre (?:visite|achat)|a bientot|auf wiedersehen|su compra|visita/,
      ),
      form(0.5, /\d[./-]\d{2,4}[ ,]{1,3}\d{1,2}:\d\d/),
      form(0.8, /(?:[x*•·]{4}[ -]?){1,4}\d{4}\b/),
      form(
        1.3,
        /\bpump ?(?:#|no|nr|\d)|\bgallons?\b|price ?\/ ?(?:g|gal|l)\b|\bunleaded\b|\bfuel (?:sale|total)|zapfsaule|\bpomp\b ?\d|\bpompe ?\d|\d ?l(?:iter|itres?)? ?[x@] ?\d|tankstation|station-service|\bdiesel\b|\beuro ?95\b|super e10/,
      ),
      form(
        1.8,
        /\bfolio\b|room (?:charge|rate|revenue)|(?:zimmer|room|chambre) ?(?:no|nr|number)|occupancy tax|city tax/,
      ),
      form(0.8, /\barrival\b|\bdeparture\b|check-?in|check-?out|anreise|abreise/),
      form(1.2, /\b(?:trip|ride|base) fare\b|\bfare\b|\bride time\b|\bunlock fee\b/),
      anywhere(
        1.2,
        /(?:^|\n)you (?:paid|sent) .*\d|thanks for (?:riding|ordering|shopping|tipping|your (?:order|purchase))/,
      ),
      anywhere(1.5, /(?:retain|keep) (?:your|this|the) receipt|receipt (?:for|is required for)/),
      form(0.8, /total to pay|balance to pay|total paid|total sale|total charged/),
      form(2, /(?:merchant|customer|cardholder|guest) copy|kundenbeleg|handlerbeleg/),
      form(0.5, /\b(?:store|shop|filiale|magasin) ?(?:#|no|nr|n°)?/),
    ],
  },
]
