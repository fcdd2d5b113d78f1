import { createHash, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { payHeld } from '#ledger'
import type { Db } from '#platform/db/client'
import type { Storage } from '#platform/storage/storage'
import type { Bookkeeping } from './bookkeeper.ts'
import { businessDayOf } from './transfers.ts'

const mediaType = 'application/pdf'

/** Pays one of the confirmed settlements, with a made-up voucher of the bank that is stored like an uploaded one. */
export async function paySettlement(
  db: Db,
  storage: Storage,
  { bookkeeper: by, reviewer }: Bookkeeping,
): Promise<void> {
  const { rows } = await sql<{ id: string; amountFen: number }>`
    select id, amount_fen::float8 as "amountFen" from settlement where status = 'confirmed' order by id limit 1`.execute(
    db.withoutPlugins(),
  )
  for (const { id, amountFen } of rows) {
    const bytes = pdfOf(
      `Bank voucher (demo)  No. ${id.padStart(8, '0')}  CNY ${(amountFen / 100).toFixed(2)}`,
    )
    const [key, sha256] = [randomUUID(), createHash('sha256').update(bytes).digest()]
    const path = join(storage.incoming, key)
    await writeFile(path, bytes, { mode: 0o600 })
    await storage.put(key, path, { size: bytes.length, sha256, mediaType })
    await db.transaction().execute(async (write) => {
      await sql`
        with voucher as (
          insert into file (use, key, name, media_type, size, sha256, status, owner_kind, owner_id, unclaimed_since, created_by)
          values ('settlementVoucher', ${key}, 'voucher.pdf', ${mediaType}, ${bytes.length}, ${sha256}, 'stored', 'settlement',
            ${id}, null, ${by}) returning id)
        update settlement s set status = 'paid', voucher_file_id = v.id, paid_by = ${reviewer}, paid_at = now(),
          updated_by = ${reviewer}, updated_at = now(), version = s.version + 1
        from voucher v where s.id = ${id}`.execute(write)
      await payHeld(write, {
        ref: { kind: 'settlement', id },
        businessDay: businessDayOf(Date.now()),
        by: reviewer,
      })
    })
  }
}

/** A page with one line of text; ISO 32000-1, 7.5. @param text ASCII without parentheses of its own */
function pdfOf(text: string): Buffer {
  const content = `BT /F1 14 Tf 60 760 Td (${text.replace(/[()]/g, '\\$&')}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let pdf = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = pdf.length
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const start = pdf.length
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(
    `${pdf}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
  )
}
