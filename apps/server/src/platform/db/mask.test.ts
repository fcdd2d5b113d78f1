import { maskName, maskPhone } from '@kabao/contract/kernel/personal'
import { maskText } from '@kabao/contract/kernel/personal-text'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { literalSql } from './literal-sql.ts'
import { maskedName, maskedPhone, maskedText } from './mask.ts'

const app = startApp()

/** Each text as the database masks it. */
async function masked(
  texts: readonly string[],
  mask: (text: ReturnType<typeof sql>) => ReturnType<typeof sql>,
) {
  const { rows } = await sql<{ masked: string }>`
    select ${mask(sql`t.value`)} as masked from unnest(${texts}::text[]) with ordinality t (value, at) order by at`.execute(
    app.db.withoutPlugins(),
  )
  return rows.map((row) => row.masked)
}

test('the database masks a phone and a name like the contract', async () => {
  const names = ['张三', '欧阳娜娜', '李', 'Ann', '一二三四五六', '𠮷野家', '']
  expect(await masked(names, maskedName)).toEqual(names.map(maskName))
  const phones = ['13812341234', '19900000000']
  expect(await masked(phones, maskedPhone)).toEqual(phones.map(maskPhone))
})

test('the database masks numbers in any text like the contract', async () => {
  const parts = [
    '13812341234',
    '138-1234-1234',
    '138\u30001234\u00a01234',
    '110101199003071233',
    '11010119900307123x',
    '１３８１２３４１２３４',
    '138.1234.1234',
    '+86 (138) 1234-1234',
    '13812 341234',
    '1381 234 1234',
    '1 3 8 1 2 3 4 1 2 3 4',
    '110101 19900307 1233',
    '１１０１０１１９９００３０７１２３ｘ',
    '192.168.100.12',
    '2026-11-13T10:20:30.456Z',
    '0e138123-4567-4901-8380-a13800138000',
    '202603191405221234',
  ]
  const glue = [
    '',
    ' ',
    '：',
    'X',
    '9',
    'tel',
    '\n',
    '\t',
    '-',
    '\ufeff',
    '(',
    '86',
    '+86 ',
    '\\',
    "'",
    'a',
    'f',
    '.',
    '_',
    '/',
    '０',
    'ｘ',
    '𠮷',
    '\u200b',
    '\u00ad',
    '\u2066',
    '\ufe0f',
    '\u{e0100}',
  ]
  let seed = 7
  const random = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor(seed / 65_536) % most
  }
  const pick = (from: readonly string[]) => from[random(from.length)] as string
  const texts = Array.from({ length: 4_000 }, () =>
    Array.from({ length: 1 + random(6) }, () => (random(2) ? pick(parts) : pick(glue))).join(pick(glue)),
  )
  expect(await masked(texts, maskedText)).toEqual(texts.map(maskText))
  expect(texts.filter((text) => maskText(text) !== text).length).toBeGreaterThan(1_000)
})

test('a statement with literal values gives the same rows as with parameters', async () => {
  const values = ["it's", '\\', '$1', "\\'; drop table admin; --", '𠮷\n\t', '中文']
  const statement = sql`select ${sql.join(values)}`
  const { rows } = await app.pool.query({ text: literalSql(statement), rowMode: 'array' })
  expect(rows).toEqual([values])
  const others = await app.pool.query({
    text: literalSql(sql`select ${null}::text, ${7}, ${true}, ${Buffer.from([0, 255])}::bytea`),
    rowMode: 'array',
  })
  expect(others.rows).toEqual([[null, 7, true, Buffer.from([0, 255])]])
  const list = ['a', '"', '\\', 'null', ' , ', '{}', '']
  const lists = await app.pool.query({ text: literalSql(sql`select ${list}::text[]`), rowMode: 'array' })
  expect(lists.rows).toEqual([[list]])
  expect(() => literalSql(sql`select ${{ a: 1 }}`)).toThrow('No literal')
})
