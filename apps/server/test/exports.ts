import type { ExportAnswer, ExportFormat, ExportRow } from '@kabao/contract/kernel/export-body'
import { parse } from 'csv-parse/sync'
import readXlsx from 'read-excel-file/node'
import { expect, vi } from 'vitest'
import { listExports } from '#boot/registry'
import { exportJob } from '#platform/exports/job'
import type { RequestFn, TestApp } from './harness.ts'
import { runJobs } from './run-jobs.ts'

const patience = { timeout: 20_000, interval: 40 }

/** Steps that many tests of exports share. */
export function exportsOf(app: TestApp) {
  const address = {
    user: '/user/page/export',
    push: '/user/push/export',
    blacklist: '/blacklist/page/export',
    feedback: '/user/feedback/page/export',
    audit: '/audit/page/export',
  }
  type Resource = keyof typeof address

  /** Requests an export that is not refused. */
  async function request(
    as: RequestFn,
    resource: Resource,
    body: { columns: string[]; format?: ExportFormat } & Record<string, unknown>,
    language?: 'zh-CN' | 'en-US',
  ): Promise<ExportAnswer> {
    const { body: answer } = await as('POST', address[resource], { format: 'csv', ...body }, language)
    expect(answer).toMatchObject({ code: '0000' })
    return answer.data
  }

  /** The file that a ticket opens. */
  async function fetchTicket(ticket: string | null) {
    const response = await app.app.inject({ url: `/api/common/download?ticket=${ticket}` })
    return { bytes: response.rawPayload, headers: response.headers, body: response.payload }
  }

  /** The cells of a CSV file, including the titles. */
  const readCsv = (bytes: Buffer): string[][] => {
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    return parse(bytes, { bom: true })
  }
  /** The cells of the first sheet of a workbook, including the titles. */
  const readSheet = async (bytes: Buffer) => {
    const [first] = await readXlsx(bytes)
    return (first as { data: (string | number | Date | null)[][] }).data
  }

  const start = () => runJobs(app, [exportJob(listExports)])

  const get = async (as: RequestFn, id: string): Promise<ExportRow> =>
    (await as('GET', `/exportTask/${id}`)).body.data
  /** Waits until an export is in this state. */
  const until = (as: RequestFn, id: string, status: ExportRow['status']) =>
    vi.waitFor(async () => {
      const task = await get(as, id)
      expect(task.status).toBe(status)
      return task
    }, patience)
  const ticketFor = async (as: RequestFn, id: string) => (await as('POST', `/exportTask/${id}/download`)).body
  const download = async (as: RequestFn, id: string) => fetchTicket((await ticketFor(as, id)).data.ticket)
  /** The code with which a download is refused. */
  const refusal = async (as: RequestFn, id: string) => (await ticketFor(as, id)).code
  return { request, fetchTicket, readCsv, readSheet, start, get, until, download, refusal, address }
}
