import { createHash } from 'node:crypto'
import { PDFDocument } from '@cantoo/pdf-lib'
import { createCanvas } from '@napi-rs/canvas'
import { type RawObjects, rawPdf, updatePdf } from '../raw-pdf.ts'

const CMAP = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def /CMapName /Own def /CMapType 2 def
1 begincodespacerange <00> <FF> endcodespacerange
2 beginbfrange <20> <7E> <0020> <A0> <A2> [<0041> <00420043> <0044>] endbfrange
1 beginbfchar <80> <20AC> endbfchar endcmap CMapName currentdict /CMap defineresource pop end end`

const XML = `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:ram">
<rsm:ExchangedDocument><ram:ID>R-17</ram:ID></rsm:ExchangedDocument><rsm:SupplyChainTradeTransaction>
<ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
<ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:GrandTotalAmount>119.00</ram:GrandTotalAmount>
</ram:SpecifiedTradeSettlementHeaderMonetarySummation></ram:ApplicableHeaderTradeSettlement>
</rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`

const line = (y: number, text: string, font = 'F1') => `BT /${font} 11 Tf 50 ${y} Td (${text}) Tj ET`

const TEXT = [
  'Invoice number: R-17',
  'Invoice date: 2024-03-05',
  'Subtotal 100.00',
  'VAT 19% 19.00',
  'Total 119.00 EUR',
]

/** Type 3, CID, symbolic and mapped fonts on one page. */
function fonts(): Uint8Array {
  const cid = '<< /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >>'
  return rawPdf({
    content: ['F1', 'T3', 'C0', 'M1', 'S1', 'F2']
      .map((font, k) => line(700 - 30 * k, TEXT[k % 5] ?? '', font))
      .join('\n'),
    resources: '/ExtGState << /G1 << /LW 2 /ca 0.5 /Font [6 0 R 12] >> >>',
    objects: {
      5: '<< /Font << /F1 6 0 R /F2 7 0 R /T3 10 0 R /C0 12 0 R /M1 14 0 R /S1 16 0 R >> >>',
      10: `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 750 750] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 32
        /LastChar 122 /Widths [${'600 '.repeat(91)}] /Resources << >> /CharProcs << /a 11 0 R /b 11 0 R >>
        /Encoding << /Type /Encoding /Differences [32 ${'/a /b '.repeat(45)}] >> /ToUnicode 15 0 R >>`,
      11: { stream: '600 0 0 0 750 750 d1 0 0 750 750 re f' },
      12: '<< /Type /Font /Subtype /Type0 /BaseFont /Own /Encoding /90ms-RKSJ-H /DescendantFonts [13 0 R] >>',
      13: `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Own /CIDSystemInfo ${cid} /DW 500 /W [1 [500 600] 3 9 700] >>`,
      14: `<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /ToUnicode 15 0 R /FirstChar 32 /LastChar 34
        /Widths [250 333 408] /FontDescriptor 17 0 R >>`,
      15: { stream: CMAP },
      16: '<< /Type /Font /Subtype /TrueType /BaseFont /Wingdings /Encoding /MacRomanEncoding /FontDescriptor 17 0 R >>',
      17: `<< /Type /FontDescriptor /FontName /Own /Flags 4 /FontBBox [0 -200 1000 800] /ItalicAngle 0 /Ascent 800
        /Descent -200 /CapHeight 700 /StemV 80 /FontFile 18 0 R >>`,
      18: {
        dict: '/Length1 60 /Length2 0 /Length3 0',
        stream: '%!PS-AdobeFont-1.0: Own\n/FontMatrix [0.001 0 0 0.001 0 0] def',
      },
    },
  })
}

/** Pictures of every kind of coding, masks, patterns, shadings, groups. */
function pictures(): Uint8Array {
  const canvas = createCanvas(24, 16)
  canvas.getContext('2d').fillRect(2, 2, 9, 9)
  const image = (dict: string, stream: string) => ({
    dict: `/Type /XObject /Subtype /Image /Width 24 /Height 16 ${dict}`,
    stream,
  })
  const grey = '/ColorSpace /DeviceGray /BitsPerComponent'
  const names = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'X1']
  const draw = names.map((name, k) => `q 60 0 0 40 ${50 + 70 * k} 500 cm /${name} Do Q`)
  return rawPdf({
    content: [
      ...TEXT.map((text, k) => line(760 - 20 * k, text)),
      ...draw,
      '/Pattern cs /P1 scn 50 300 100 100 re f q 200 300 100 100 re W n /H1 sh Q /G1 gs 0 0 10 10 re f',
      'BI /W 8 /H 8 /BPC 1 /CS /G ID \x01\x02\x03\x04\x05\x06\x07\x08 EI',
    ].join('\n'),
    resources: `/XObject << ${names.map((name, k) => `/${name} ${20 + k} 0 R`).join(' ')} >> /Pattern << /P1 30 0 R >>
      /Shading << /H1 31 0 R >> /ExtGState << /G1 << /SMask << /S /Alpha /G 26 0 R >> /BM /Multiply >> >>`,
    objects: {
      20: image(`${grey} 8 /SMask 21 0 R`, 'x'.repeat(384)),
      21: image(`${grey} 8`, '\x80'.repeat(384)),
      22: image(`${grey} 8 /Filter /DCTDecode`, canvas.toBuffer('image/jpeg', 60).toString('latin1')),
      23: image(
        `${grey} 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 24 /Rows 16 >>`,
        '\x26\xa0\x9b\x5f'.repeat(9),
      ),
      24: image(`${grey} 1 /Filter /JBIG2Decode`, `\0\0\0\0\x30\0\x01\0\0\0\x13\0\0\0\x18\0\0\0\x10${'\0'.repeat(11)}`),
      25: image('/Filter /JPXDecode', `\0\0\0\x0cjP  \r\n\x87\n\xff\x4f\xff\x51${'\0\x29'.repeat(20)}`),
      26: {
        dict: '/Type /XObject /Subtype /Form /BBox [0 0 60 40] /Group << /S /Transparency /CS /DeviceRGB >> /Resources 5 0 R',
        stream: `0.5 g 0 0 20 20 re f ${line(5, 'Form', 'F1')}`,
      },
      30: {
        dict: '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 8 8] /XStep 8 /YStep 8 /Resources << >>',
        stream: '1 0 0 rg 0 0 4 4 re f',
      },
      31: `<< /ShadingType 2 /ColorSpace [/Separation /Spot /DeviceCMYK 32 0 R] /Coords [0 0 100 100] /Function 33 0 R
        /Extend [true true] >>`,
      32: {
        dict: '/FunctionType 4 /Domain [0 1] /Range [0 1 0 1 0 1 0 1]',
        stream: '{ dup 0.5 mul exch dup 2 exp exch 0 }',
      },
      33: `<< /FunctionType 3 /Domain [0 1] /Bounds [0.5] /Encode [0 1 0 1] /Functions [<< /FunctionType 2 /Domain [0 1]
        /C0 [0] /C1 [1] /N 1 >> << /FunctionType 2 /Domain [0 1] /N 2 >>] >>`,
    },
  })
}

/** Fields, notes, scripts, layers, files, page labels, a signature and a second state of the file. */
function furniture(): Uint8Array {
  const widget = (name: string, rest: string) =>
    `<< /Type /Annot /Subtype /Widget /Rect [300 600 400 620] /T (${name}) /DA (/F1 10 Tf 0 g) ${rest} /P 3 0 R >>`
  const objects: RawObjects = {
    10: '<< /Fields [11 0 R 12 0 R 13 0 R 14 0 R] /DR 5 0 R /DA (/F1 0 Tf) /SigFlags 3 /XFA [(template) 19 0 R] >>',
    11: widget('total', '/FT /Tx /V (119.00) /AP << /N 15 0 R >>'),
    12: widget('paid', '/FT /Btn /V /Yes /AS /Yes /AP << /N << /Yes 15 0 R /Off 15 0 R >> >>'),
    13: widget('kind', '/FT /Ch /Opt [[(a) (Alpha)] [(b) (Beta)]] /V (a) /Kids [16 0 R] /Parent 14 0 R'),
    14: widget('signed', '/FT /Sig /V 17 0 R'),
    15: {
      dict: '/Type /XObject /Subtype /Form /BBox [0 0 100 20] /Resources 5 0 R',
      stream: '/Tx BMC BT /F1 9 Tf (119.00) Tj ET EMC',
    },
    16: '<< /Type /Annot /Subtype /FreeText /Rect [50 50 90 90] /Contents (Note) /DA (/F1 9 Tf) /AP << /N 15 0 R >> >>',
    17: `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange [0 400 900 300] /M (D:20240305)
      /Contents <${'30'.repeat(40)}> /Reference [<< /TransformMethod /DocMDP >>] /Name (Ada) >>`,
    18: { dict: '/Type /EmbeddedFile /Subtype /text#2Fxml', stream: XML },
    19: { stream: '<template xmlns="http://www.xfa.org/schema/xfa-template/2.8/"><subform name="a"/></template>' },
    20: '<< /Type /Filespec /F (factur-x.xml) /UF (factur-x.xml) /EF << /F 18 0 R >> /AFRelationship /Data >>',
    21: { dict: '/Type /Metadata /Subtype /XML', stream: '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF/></x:xmpmeta>' },
    22: '<< /Type /OCG /Name (Layer) >>',
  }
  const first = rawPdf({
    content: [...TEXT.map((text, k) => line(760 - 20 * k, text)), '/OC /L1 BDC', line(400, 'Layered'), 'EMC'].join(
      '\n',
    ),
    page: '/Annots [11 0 R 12 0 R 13 0 R 14 0 R 16 0 R] /Rotate 90 /CropBox [10 10 590 790] /UserUnit 1',
    resources: '/Properties << /L1 22 0 R >>',
    catalog: `/AcroForm 10 0 R /Metadata 21 0 R /AF [20 0 R] /OCProperties << /OCGs [22 0 R] /D << /ON [22 0 R] >> >>
      /Names << /EmbeddedFiles << /Names [(factur-x.xml) 20 0 R] >> /JavaScript << /Names [(a) << /S /JavaScript /JS (a\\(\\)) >>] >> >>
      /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> /PageLabels << /Nums [0 << /S /D >>] >>`,
    objects,
  })
  return updatePdf(first, {
    4: { stream: TEXT.map((text, k) => line(760 - 20 * k, text.replace('119', '719'))).join('\n') },
  })
}

/** Locked with an owner's password, as many forms are. */
async function locked(): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(furniture(), { updateMetadata: false, throwOnInvalidObject: false })
  await pdf.encrypt({ ownerPassword: createHash('sha256').update('owner').digest('hex'), userPassword: '' })
  return await pdf.save({ useObjectStreams: false })
}

/** Hand-written files that have about everything that a PDF can have beside text. */
export async function richFiles(): Promise<Uint8Array[]> {
  return [fonts(), pictures(), furniture(), await locked()]
}
