import { useEffect } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { Broken } from './broken.tsx'
import NotFound from './not-found.tsx'
import { reportError } from './report.ts'

/** What stands in place of everything: not found (the guard said so, and the address stays), or broken. */
export function Fault() {
  const error = useRouteError()
  const isNotFound = isRouteErrorResponse(error) && error.status === 404
  useEffect(() => {
    if (!isNotFound) reportError(error)
  }, [error, isNotFound])
  return isNotFound ? <NotFound /> : <Broken isWhole onRetry={() => window.location.reload()} />
}
