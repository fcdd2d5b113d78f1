import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Broken } from './broken.tsx'
import { reportError } from './report.ts'

interface Props {
  onRetry: () => void
  children: ReactNode
}

/** Holds what breaks in a page: menu, tabs and account stay, and the fault is reported. */
export class PageBoundary extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    reportError(error, { componentStack: info.componentStack ?? null })
  }

  override render(): ReactNode {
    return this.state.isBroken ? <Broken onRetry={this.props.onRetry} /> : this.props.children
  }
}
