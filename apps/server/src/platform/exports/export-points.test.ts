import { endpoints } from '@kabao/contract/app/areas'
import { exportPointOf } from '@kabao/contract/kernel/export-body'
import { expect, test } from 'vitest'
import { listExports } from '#boot/registry'

test('the file of an export is for whoever may request the export', () => {
  expect(listExports.length).toBeGreaterThan(20)
  // Reports have one body in common, so several endpoints may have the body of an export.
  for (const { resource, body } of listExports) {
    const points = endpoints.filter((endpoint) => endpoint.body === body).map(({ point }) => point)
    expect(points).toContain(exportPointOf(resource))
  }
})
