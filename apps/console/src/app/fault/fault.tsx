import { useEffect } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { Broken } from './broken.tsx'
import NotFound from './not-found.tsx'
import { reportError } from './report.ts'

/** Shown in place of the whole console: not found (the guard refused and the address stays), or an error. */
export function Fault() {
  const error = useRouteError()
  const isNotFound = isRouteErrorResponse(error) && error.status === 404
  useEffect(() => {
    if (!isNotFound) reportError(error)
  }, [error, isNotFound])
  return isNotFound ? <NotFound /> : <Broken isWhole onRetry={() => window.location.reload()} />
}
