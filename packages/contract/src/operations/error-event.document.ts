import { actsOn, counted, document, ids, seen } from '../kernel/area-document.ts'
import { errorEvent } from './error-event.ts'

export const errorEventDocument = document(
  errorEvent,
  ['错误上报', 'Error reports'],
  {
    page: { current: 1, size: 20, status: 'open', sort: '-count' },
    export: { status: 'open', format: 'csv', columns: ['name', 'message', 'count'] },
    resolve: { ...seen, untilRelease: true },
    resolveMany: ids,
    resolveCount: { filter: { source: 'console' } },
    resolveMatching: { filter: { source: 'console' }, ...counted },
    ignore: { ...seen, times: 100 },
    ignoreMany: ids,
    ignoreCount: { filter: { level: 'info' } },
    ignoreMatching: { filter: { level: 'info' }, ...counted },
    ...actsOn({ reopen: { status: 'ignored' } }),
    link: { ...seen, issueUrl: 'https://tracker.example.com/issues/42' },
    report: { level: 'error', name: 'TypeError', message: 'x is undefined', url: '/user/list' },
  },
  [
    [/^report\./, 'a text that is stored'],
    [/^.*\.release$/, 'the build of a page'],
  ],
)
