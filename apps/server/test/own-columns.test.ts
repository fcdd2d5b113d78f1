import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { endpoints } from '@kabao/contract/app/areas'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { serverRoot } from '#platform/base/paths'
import { startApp } from './harness.ts'
import { snake } from './machines/rows.ts'

const app = startApp()

/**
 * The fields of forms that change nothing but what is shown, and what they are for. A new one is an address that nobody calls or a
 * limit that nobody keeps, unless there is a reason.
 */
const onlyShown: Readonly<Record<string, string>> = {
  'adjustment.link_kind': 'what it corrects, for who reviews it; it must exist',
  'adjustment.note': 'the reason of a refusal, for who filed it',
  'admin.email': 'for colleagues',
  'channel.contact_name': 'for colleagues',
  'channel.contact_phone': 'for colleagues',
  'collection.remark': 'for colleagues',
  'error_event.issue_url': 'a link for colleagues',
  'org.contact_name': 'for colleagues',
  'org.contact_phone': 'for colleagues',
  'org.licence_no': 'for colleagues',
  'org.remark': 'for colleagues',
  'plan.remark': 'for colleagues',
  'pool_link.batch_id': 'a filter of the list',
  'product.face_fen': 'what is sold; the price decides what is paid',
  'product.remark': 'for colleagues',
  'product.summary': 'a text about what is sold',
  'product.valid_days': 'what is sold; the organization keeps it',
  'push_plan.remark': 'for colleagues',
  'recharge.note': 'the reason of a refusal, for who filed it',
  'recharge.voucher_file_id': 'a picture for who reviews it',
  'saved_view.columns': 'how a list looks, which the console alone knows',
}

/** Files that fill and show the pages of an area. */
const ofPages = /^(routes|queries|export|show|masked|rows|lists?|batch|view)\.ts$/
/** Code that makes up rows, and code that no row decides about. */
const apart = /\.test\.ts$|^(demo|cli)\/|^platform\/db\/schema\.ts$/

test('every field that a person fills in is read by more than its own page, or has a reason to be only shown', async () => {
  const { columns, functions } = await database()
  const sources = [...(await files()), ...functions].map((text) => ({
    words: new Set(text.match(/\w+/g)),
    quoted: new Set(text.match(/'\w+'/g)),
  }))
  // A read names the column as the database does, or in quotes for the query builder; checks of what was typed do neither.
  const isRead = (table: string, column: string) =>
    sources.some(
      ({ words, quoted }) =>
        (words.has(column) && (words.has(table) || words.has(camel(table)))) ||
        (quoted.has(`'${camel(column)}'`) && quoted.has(`'${camel(table)}'`)),
    )
  const unread = fieldsOfForms(columns).filter(([table, column]) => !isRead(table, column))
  expect(unread.map(([table, column]) => `${table}.${column}`).sort()).toEqual(Object.keys(onlyShown).sort())
})

/** Table and column of each field of the bodies that add or change a row, where the field has a column of its own. */
function fieldsOfForms(columns: ReadonlySet<string>): [table: string, column: string][] {
  const found = new Map<string, [string, string]>()
  for (const { area, kind, body } of endpoints) {
    if (kind !== 'write' || !(body instanceof z.ZodObject)) continue
    for (const field of Object.keys(body.shape)) {
      const [table, column] = [snake(area.replace(/Uv$/, '')), snake(field)]
      const name = `${table}.${column}`
      if (columns.has(name) && !['id', 'version'].includes(column)) found.set(name, [table, column])
    }
  }
  expect(found.size).toBeGreaterThan(150)
  return [...found.values()]
}

/** The columns of the database as `table.column`, and the texts of its functions. */
async function database(): Promise<{ columns: Set<string>; functions: string[] }> {
  const columns = await app.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
  )
  const functions = await app.pool.query<{ text: string }>(
    `select prosrc as text from pg_proc where pronamespace = 'public'::regnamespace`,
  )
  return {
    columns: new Set(columns.rows.map(({ name }) => name)),
    functions: functions.rows.map(({ text }) => text),
  }
}

/** The texts of the files of the service that do more than show a page. */
async function files(): Promise<string[]> {
  const root = join(serverRoot, 'src')
  const names = (await readdir(root, { recursive: true })).filter(
    (name) =>
      name.endsWith('.ts') &&
      !apart.test(name) &&
      !(name.includes('/areas/') && ofPages.test(basename(name))),
  )
  return Promise.all(names.map((name) => readFile(join(root, name), 'utf8')))
}

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
