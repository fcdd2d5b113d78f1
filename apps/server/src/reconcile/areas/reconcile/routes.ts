import { daysAfter } from '@kabao/contract/kernel/business-clock'
import { mostListDays, reconcile } from '@kabao/contract/reconcile/reconcile'
import { invalid, notFound } from '#platform/base/problem'
import type { FileRule } from '#platform/callers/file-rule'
import { choosing } from '#platform/choices/answer'
import { orgChoices } from '#platform/choices/sources'
import type { Db } from '#platform/db/client'
import { claimFiles } from '#platform/files/files'
import type { AuditEntry } from '#platform/http/audit'
import { serve } from '#platform/http/serve'
import { templateOf } from '#platform/imports/workbooks'
import { billRows } from '../../bill.rows.ts'
import { lastBillDay } from '../../bills-nightly-job.ts'
import { queueCheck } from '../../checks.ts'
import { orgListRows } from '../../org-list.rows.ts'
import { queueRun, type Scope } from '../../runs.ts'
import * as queries from './queries.ts'
import { showChecked, showDetail, showRow } from './show.ts'

interface Start {
  db: Db
  caller: { adminId: string }
  audit(entry: AuditEntry): void
}

export const reconcileRoutes = () =>
  serve(
    reconcile,
    {
      page: async ({ db, body, language }) => {
        const page = await queries.findPageOfRuns(db, body)
        return { ...page, records: page.records.map((row) => showRow(row, language)) }
      },

      get: async ({ db, params: { id }, language }) => {
        const row = await queries.find(db, id)
        if (!row) throw notFound()
        return showDetail(row, language)
      },

      bill: (call) => {
        const { collectionId, day, fileId } = call.body
        return start(call, { kind: 'bill', orgId: null, collectionId, day, toDay: day }, fileId)
      },

      download: (call) => {
        const { collectionId, day } = call.body
        if (day > lastBillDay()) throw invalid({ day: 'dayNotOver' })
        return start(call, { kind: 'bill', orgId: null, collectionId, day, toDay: day }, null)
      },

      orgList: async (call) => {
        const { orgId, day, toDay, fileId } = call.body
        if (toDay >= daysAfter(day, mostListDays)) throw invalid({ toDay: 'range' })
        return start(call, { kind: 'orgList', orgId, collectionId: null, day, toDay }, fileId)
      },

      within: (call) => {
        const { day } = call.body
        return start(call, { kind: 'within', orgId: null, collectionId: null, day, toDay: day }, null)
      },

      check: async ({ db, body, caller: { adminId }, audit }) => {
        const { collectionId = null, orgId = null, day, toDay = day, fileId } = body
        if (toDay >= daysAfter(day, mostListDays)) throw invalid({ toDay: 'range' })
        if (!(await queries.findSent(db, fileId, adminId))) throw invalid({ fileId: 'noSuchFile' })
        const kind = orgId === null ? 'bill' : 'orgList'
        const id = await queueCheck(db, { kind, orgId, collectionId, day, toDay }, fileId, adminId)
        audit({ target: { kind: 'reconcileCheck', id }, after: { kind, orgId, collectionId, day, toDay } })
        return { id }
      },

      checked: async ({ db, params: { id }, caller: { adminId }, language }) => {
        const row = await queries.findChecked(db, id, adminId)
        if (!row) throw notFound()
        return showChecked(row, language)
      },

      template: async ({ query: { of, format }, language }) =>
        templateOf(
          of === 'bill'
            ? { name: 'reconcileBill', rows: billRows }
            : { name: 'reconcileList', rows: orgListRows },
          { format, language, allowed: {} },
        ),

      collections: ({ db }) => queries.findCollections(db),
      orgs: choosing(orgChoices),
    },
    {
      reconcile_check_org_id_fkey: { field: 'orgId', problem: 'noSuchOrg' },
      reconcile_check_collection_id_fkey: { field: 'collectionId', problem: 'noSuchCollection' },
      reconcile_org_id_fkey: { field: 'orgId', problem: 'noSuchOrg' },
      reconcile_collection_id_fkey: { field: 'collectionId', problem: 'noSuchCollection' },
    },
  )

/** Queues a comparison. The same file again changes nothing, and is deleted as one that nobody claimed. */
async function start(
  { db, caller: { adminId }, audit }: Start,
  scope: Scope,
  fileId: string | null,
): Promise<{ id: string; isKnown: boolean }> {
  const sent = fileId === null ? null : await queries.findSent(db, fileId, adminId)
  if (sent === undefined) throw invalid({ fileId: 'noSuchFile' })
  const queued = await queueRun(db, scope, sent, adminId)
  const { id, isKnown } = queued
  const target = { kind: 'reconcile', id }
  if (sent && !isKnown)
    await claimFiles(db, {
      owner: target,
      use: 'reconcile',
      ids: [sent.fileId],
      adminId,
      field: 'fileId',
    })
  const { kind, orgId, collectionId, day, toDay } = scope
  audit({ target, after: { kind, orgId, collectionId, day, toDay, isKnown } })
  return queued
}

/** Only the administrator who sent a list may open its file, because it may name people. */
export const seesSentList: FileRule = async (_db, { createdBy }, { adminId }) => createdBy === adminId
