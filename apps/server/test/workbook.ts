import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'

/** A workbook of these parts, in addition to the required ones. */
export async function workbook(
  parts: Record<string, string | Buffer>,
  compressionLevel = 6,
): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  const all: Record<string, string | Buffer> = { ...usual, ...parts }
  for (const [name, content] of Object.entries(all))
    zip.addBuffer(Buffer.from(content), name, { compressionLevel })
  zip.end()
  const pieces: Buffer[] = []
  for await (const piece of zip.outputStream as AsyncIterable<Buffer>) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The same, with maximum compression. */
export const packed = (parts: Record<string, string | Buffer>): Promise<Buffer> => workbook(parts, 9)

/** The parts around a sheet. */
export const usual: Record<string, string> = {
  '[Content_Types].xml':
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
  '_rels/.rels':
    '<Relationships xmlns="x"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
  'xl/workbook.xml':
    '<workbook xmlns="x" xmlns:r="y"><sheets><sheet name="old" sheetId="2" state="hidden" r:id="rId2"/><sheet name="list" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships xmlns="x"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
}

/** A sheet of these rows, given as XML. */
export const sheetOf = (rows: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="x"><sheetData>${rows}</sheetData></worksheet>`

/** A workbook with one part of this many megabytes, stored without compression. */
export async function large(path: string, part: string, megabytes: number): Promise<void> {
  const zip = new yazl.ZipFile()
  for (const [name, content] of Object.entries(usual)) zip.addBuffer(Buffer.from(content), name)
  zip.addBuffer(Buffer.alloc(megabytes * 1024 * 1024, ' '), part, { compress: false })
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
}

/** A workbook whose one sheet is this many megabytes of the same content. */
export async function bomb(path: string, megabytes: number): Promise<void> {
  const zip = new yazl.ZipFile()
  for (const [name, content] of Object.entries(usual)) zip.addBuffer(Buffer.from(content), name)
  zip.addBuffer(Buffer.alloc(megabytes * 1024 * 1024, ' '), 'xl/worksheets/sheet1.xml', { compress: true })
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
}
