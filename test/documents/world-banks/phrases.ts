import { split } from '../printer/lists.ts'
/** What banks print for a movement: lines parted by `|`, `#n` for n digits. */
export const PHRASES = {
  ca: {
    in: split`
      PAYROLL DEP|NORTHLINE MFG | E-TRANSFER RECEIVED|C. OUELLET | GST CREDIT CANADA | MOBILE CHEQUE DEPOSIT #4
    `,
    out: split`
      POINT OF SALE PURCHASE|FRESHCO #4 BARRIE ON | INTERAC E-TRANSFER SENT | HYDRO ONE BILL PAYMENT #6
      | ABM WITHDRAWAL|BR #4 | PRE-AUTHORIZED DEBIT|BELL MOBILITY | MONTHLY FEE
    `,
  },
  caFr: {
    in: split`
      Dépôt direct - Paie|Fournier et fils | Virement Interac reçu | Dépôt au comptoir | Crédit solidarité Québec
    `,
    out: split`
      Achat|Épicerie Lavoie #3 | Paiement facture AccèsD|Hydro-Québec | Retrait GA #4 | Frais d’utilisation
      | Paiement préautorisé|Vidéotron ltée
    `,
  },
  us: {
    in: ['Orbital Freight Payroll PPD ID: #9', 'Zelle Payment From Dana Wu #6', 'Deposit #7', 'Mobile Deposit Ref #6'],
    out: split`
      Card Purchase 0#2 Corner Market Columbus OH|Card 4471 | Recurring Card Purchase Streamly|800-555-0142 CA
      | ATM Withdrawal 114 W Main St | City Power & Light Web Pmt #6 | Online Payment #9 To Tri-State Auto
    `,
  },
  usCard: {
    in: ['PAYMENT - THANK YOU', 'AUTOPAY PAYMENT RECEIVED', 'RETURN OUTDOOR SUPPLY CO DENVER CO'],
    out: split`
      BLUE PLATE DINER PORTLAND OR | SHELL OIL #8 SALEM OR | TARGET T-#4 BEAVERTON OR | LYFT *RIDE SUN 6PM
      | USPS PO #6 EUGENE OR | WHOLEFDS MKT #5
    `,
  },
  uk: {
    in: split`
      BANK GIRO CREDIT|REF HARTWELL LTD PAY | FASTER PAYMENT RECEIVED|FROM J OAKDEN | CREDIT INTEREST
      | TRANSFER FROM #8
    `,
    out: split`
      DIRECT DEBIT TO|SEVERN TRENT #6 | CARD PAYMENT TO|TESCO STORES #4 ON 03 JUN | STANDING ORDER|TO RENT ACCOUNT
      | CASH MACHINE|LINK LEEDS BRIGGATE | BILL PAYMENT TO K SHAW
    `,
  },
  de: {
    in: split`
      GUTSCHR. ÜBERWEISUNG|Holzwerk Brandt GmbH|Lohn/Gehalt | ECHTZEIT-GUTSCHRIFT|Familienkasse|KG#9
      | GUTSCHRIFT|Jana Petersen|Miete Garage
    `,
    out: split`
      BASISLASTSCHRIFT|Stadtwerke Lindau|Abschlag Strom #6|Mandat: SWL-#5
      | KARTENZAHLUNG|REWE SAGT DANKE #5|2023-06-0#1 Debitk.#1 | DAUERAUFTRAG|Hausverwaltung Krug|Miete
      | BARGELDAUSZAHLUNG|GA NR#8 | ENTGELTABSCHLUSS
    `,
  },
  fr: {
    in: split`
      VIREMENT SEPA RECU|SARL ATELIER DUVAL|SALAIRE | VIR CPAM DU RHONE #6 | REMISE CHEQUE #7 | VIR INST MME LEROUX
    `,
    out: split`
      CARTE 14/06 CARREFOUR CITY|LYON | PRLV SEPA EDF|MANDAT ++#8|REF CLIENT #7 | CHEQUE #7
      | RETRAIT DAB 12H14|VILLEURBANNE | COTISATION FORMULE CONFORT | ECHEANCE PRET #8
    `,
  },
  es: {
    in: ['ABONO NOMINA|TALLERES ROBLEDO SL', 'TRANSFERENCIA A SU FAVOR|DE LUCIA PEÑA', 'BIZUM RECIBIDO'],
    out: split`
      RECIBO IBERDROLA|CLIENTES SAU N. #8 | COMPRA TARJ. #4|MERCADONA GETAFE | REINTEGRO CAJERO | TRANSFERENCIA EMITIDA
      | COMISION MANTENIMIENTO
    `,
  },
  it: {
    in: ['BONIFICO A VOSTRO FAVORE|ORD. OFFICINE TALLINI SRL|EMOLUMENTI', 'GIROCONTO', 'ACCREDITO POS #6'],
    out: split`
      PAGAMENTO POS|ESSELUNGA MILANO #4 | ADDEBITO SEPA DD|ENEL ENERGIA #8 | PRELIEVO BANCOMAT | IMPOSTA DI BOLLO
      | COMMISSIONI SU BONIFICO
    `,
  },
  nl: {
    in: ['Overboeking|Bakkerij De Wilg BV|Salaris', 'SEPA Overboeking|M. Hoekstra', 'Storting geldautomaat'],
    out: split`
      Betaalautomaat|ALBERT HEIJN #4 UTRECHT|Pasvolgnr 002
      | SEPA Incasso algemeen doorlopend|Vattenfall Klantenservice|Kenmerk #9 | iDEAL|Bol.com #8
      | Geldautomaat|Zwolle Centrum
    `,
  },
  pl: {
    in: ['PRZELEW PRZYCHODZĄCY|Zakłady Meblowe Sowa Sp. z o.o.|Wynagrodzenie', 'PRZELEW WŁASNY', 'WPŁATA GOTÓWKOWA'],
    out: split`
      ZAKUP PRZY UŻYCIU KARTY|ŻABKA Z#4 KRAKÓW | PRZELEW WYCHODZĄCY|Spółdzielnia Mieszkaniowa Zorza|Czynsz
      | PROWIZJA ZA PRZELEW | WYPŁATA Z BANKOMATU | BLIK P2P
    `,
  },
  chDe: {
    in: ['Gutschrift|Kellermann Uhren AG, Biel|Lohn', 'Vergütung TWINT|Nadja Frei', 'Zahlungseingang QR-Rechnung'],
    out: split`
      Einkauf Debitkarte Nr. #4|COOP-#4 BIEL | E-Banking Sammelauftrag|Steuerverwaltung Kanton Bern
      | Bargeldbezug|Bancomat Thun | Dauerauftrag|Miete Immo Jura AG | LSV-Belastung|SWICA
    `,
  },
  br: {
    in: ['PIX RECEBIDO|MARCOS A LIMA', 'TED RECEBIDA #6', 'SALARIO|METALURGICA PAVAO LTDA', 'RENDIMENTOS'],
    out: split`
      PIX ENVIADO|PADARIA SOL | COMPRA CARTAO #4 | PAGTO BOLETO #9 | TARIFA PACOTE SERVICOS | SAQUE BANCO24HORAS
      | DEB AUTOM ENEL #6
    `,
  },
  sv: {
    in: ['Lön Bergströms Åkeri AB', 'Swish från Karin Ek', 'Insättning #6'],
    out: ['Kortköp ICA Kvantum #4', 'Autogiro Telia', 'Bg-betalning #7', 'Swish till Nils Åberg', 'Uttag Bankomat'],
  },
  au: {
    in: ['Direct Credit #6|KOOKABURRA CIVIL PTY', 'Transfer from A Nguyen|PayID', 'Cash Dep Branch Hobart'],
    out: split`
      WOOLWORTHS #4 HOBART TAS|Card xx#4|Value Date: 14/06 | Direct Debit #6|AURORA ENERGY | Wdl ATM CBA ATM|SANDY BAY
      | Transfer to xx#4 CommBank app | BPAY #6 TELSTRA
    `,
  },
  in: {
    in: split`
      NEFT CR-#9-VAYU TEXTILES|PVT LTD-SALARY | UPI-MEENA IYER-#9@OKAXIS | CASH DEPOSIT BY SELF
      | INTEREST PAID TILL QTR
    `,
    out: split`
      UPI-SWIGGY-#9@YBL-|PAYMENT FROM PHONE | POS #4XXXXXX#4|RELIANCE FRESH PUNE | ATW-#6XXXXXX#4-S1ANPN#4|PUNE
      | ACH D- BAJAJ FIN-#9 | EMI #8 CHQ S#6 | IMPS-#9-RAKESH|RENT
    `,
  },
  za: {
    in: ['Magtape Credit Karoo Mining', 'FNB App Payment From T Dlamini', 'ADT Cash Deposit #6'],
    out: split`
      POS Purchase Checkers #6 | Internet Pmt To Body Corp | Cash Advance #6 | #Monthly Account Fee
      | Debit Order Outsurance #6
    `,
  },
  mx: {
    in: ['SPEI RECIBIDO|TEXTILES DEL BAJIO SA DE CV', 'DEPOSITO EN EFECTIVO #6', 'PAGO DE NOMINA'],
    out: split`
      COMPRA OXXO #4|LEON GTO | RETIRO CAJERO AUTOMATICO | PAGO CFE #9 | SPEI ENVIADO #7 | COMISION POR ADMINISTRACION
    `,
  },
  da: {
    in: ['Lønoverførsel', 'MobilePay Freja Holm', 'Indbetaling #6'],
    out: ['Dankort-nota Netto #4', 'Betalingsservice Ørsted', 'Hævet kontanter Aarhus', 'Bgs husleje'],
  },
  tr: {
    in: ['GELEN EFT MAAŞ ÖDEMESİ', 'HAVALE AYŞE KAYA', 'ATM PARA YATIRMA'],
    out: ['POS HARCAMASI MİGROS #4', 'OTOMATİK ÖDEME ELEKTRİK #6', 'ATM NAKİT ÇEKİM', 'GİDEN HAVALE KİRA'],
  },
  hk: {
    in: ['SALARY|PEARL HARBOUR TRADING LTD', 'CASH DEPOSIT', 'FPS TRANSFER FROM CHAN T M'],
    out: ['EPS WELLCOME #6', 'AUTOPAY CLP POWER|BILL #8', 'ATM WITHDRAWAL CENTRAL', 'CREDIT CARD PAYMENT #9'],
  },
  my: {
    in: ['IBG CREDIT|KILANG SERAI SDN BHD|GAJI', 'CASH DEPOSIT', 'TRANSFER FR A/C|NUR AISYAH'],
    out: ['SALE DEBIT|AEON BIG #6', 'PYMT FROM A/C|TNB #8', 'ATM WITHDRAWAL', 'FPX PAYMENT FR A/|SHOPEE'],
  },
  ng: {
    in: ['NIP TRANSFER FROM OKEKE JOHN', 'SALARY PAYMENT SAVANNAH FOODS', 'CASH DEPOSIT BY SELF'],
    out: split`
      POS PURCHASE SHOPRITE LAGOS | AIRTIME TOPUP #9 | NIP TRANSFER TO LANDLORD | SMS ALERT CHARGE
      | ELECTRICITY TOKEN #6
    `,
  },
  cs: {
    in: ['Příchozí úhrada Mzda Strojírny Vlna', 'Vklad hotovosti', 'Okamžitá příchozí platba'],
    out: ['Platba kartou Albert Brno', 'Trvalý příkaz nájem', 'Inkaso ČEZ Prodej', 'Výběr z bankomatu'],
  },
  pt: {
    in: ['TRF P/ ORDENADO CORTICEIRA LUSA', 'DEPOSITO NUMERARIO', 'TRF MBWAY DE RITA'],
    out: ['COMPRA 4471 PINGO DOCE', 'DD EDP COMERCIAL #8', 'LEV ATM PORTO', 'IMPOSTO SELO', 'PAG SERV #9'],
  },
} as const
