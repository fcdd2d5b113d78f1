import { Component, type ErrorInfo, type ReactNode } from 'react'
import { PageScope } from '#kit'
import { Broken } from './broken.tsx'
import { reportError } from './report.ts'

interface Props {
  /** The id of the page's tab. */
  page: string
  onRetry: () => void
  children: ReactNode
}

/** Catches an error in a page: menu, tabs and account stay, and the error is reported. */
export class PageBoundary extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    reportError(error, { componentStack: info.componentStack ?? null })
  }

  override render(): ReactNode {
    const { page, onRetry, children } = this.props
    return this.state.isBroken ? <Broken onRetry={onRetry} /> : <PageScope value={page}>{children}</PageScope>
  }
}
