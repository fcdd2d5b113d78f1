import { expect, test } from 'vitest'
import { listExports } from '#boot/export-list'
import { endpoints } from '../../../../../packages/contract/src/areas.ts'
import { exportPointOf } from '../../../../../packages/contract/src/export-body.ts'

test('the file of an export is for whoever may request the export', () => {
  expect(listExports.length).toBeGreaterThan(20)
  // Reports have one body in common, so several endpoints may have the body of an export.
  for (const { resource, body } of listExports) {
    const points = endpoints.filter((endpoint) => endpoint.body === body).map(({ point }) => point)
    expect(points).toContain(exportPointOf(resource))
  }
})
